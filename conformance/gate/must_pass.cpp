// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/gate/must_pass.h"

#include <algorithm>
#include <set>

#include "conformance/cases/cases.h"
#include "conformance/judge/accepted_deviations.h"
#include "conformance/judge/expectation.h"
#include "gpu/backends/least_devices.h"
#include "reference/io/data_folder.h"

namespace bindpose::conformance {
namespace {

/// True if the smallest device can run the case, and all usual combinations get it.
bool is_for_every_device(const Case& c) {
  const std::vector<Level> levels = gpu::levels(*c.algorithm);
  if (std::ranges::find(levels, c.level) == levels.end() || !is_asked(c, {})) return false;
  for (const gpu::Variant& variant : gpu::usual_variants(*c.algorithm))
    if (is_left_out(c, gpu::to_options(variant))) return false;
  const auto asked = asked_question(c);
  return asked && gpu::fits_every_device(*c.algorithm, asked->question.arrays, asked->question.options);
}

}  // namespace

std::filesystem::path must_pass_file() {
  return find_data("gate/mustpass.txt");
}

std::string must_pass_list() {
  std::set<std::string> names;
  for (const Case& c : built_in_cases())
    if (is_for_every_device(c)) names.insert(c.name);
  std::string text =
      "# Written by 'bindpose list --must-pass': cases that every device passes in its usual combination.\n";
  for (const std::string& name : names)
    text += name + "/usual\n";
  return text;
}

}  // namespace bindpose::conformance
