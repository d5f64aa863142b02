// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inputs are rewritten glTF files, or their parts: see file_of_parts(). The fuzzer compares each
// file that loads with itself and with the first file, including the reports.
#include <cmath>

#include "conformance/same/same_report.h"
#include "conformance/testing/terminal.h"
#include "reference/gltf/fuzz_files.h"
#include "reference/gltf/load.h"
#include "reference/testing/fuzz.h"

namespace bindpose::fuzz::same_fuzzer {
namespace {

using namespace conformance;
using File = std::shared_ptr<const gltf::Asset>;

File parse(std::string_view input) {
  auto asset = gltf::parse(gltf::file_of_parts(input), {}, "");
  return asset ? std::make_shared<const gltf::Asset>(*std::move(asset)) : nullptr;
}

void report(const same::Differences& found) {
  require(found.paired <= found.vertices && found.moments <= found.all_moments,
          "the report counts more vertices or moments than exist");
  require(moves_terminal(same::same_text(found)).empty(), "the text moves a terminal's cursor");
  require(nlohmann::json::accept(same::same_json(found)), "same.json is not JSON");
  require(!same::same_junit(found).empty() && !same::same_markdown(found).empty() &&
              !same::same_page(found).empty(),
          "a report is empty");
}

}  // namespace

std::vector<std::string> seeds() {
  return gltf::fuzz_files();
}

void read(std::string_view input) {
  static const File first = parse(seeds().front());
  const File file = parse(input);
  if (file == nullptr) return;
  const auto none = same::differences(file, file, {}, true);
  if (!none) return require_printable(none.error());
  require(none->findings.empty() && (none->is_within() || !std::isfinite(none->total.tally.most)),
          "a file differs from itself");
  report(*none);
  for (const auto& found :
       {same::differences(first, file, {}, true), same::differences(file, first, {}, true)})
    found ? report(*found) : require_printable(found.error());
}

BINDPOSE_FUZZER(same)

}  // namespace bindpose::fuzz::same_fuzzer
