// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cli/algorithm_facts.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "conformance/cases/asset/bound_mesh.h"
#include "conformance/cases/cases.h"
#include "conformance/subjects/subject.h"

namespace bindpose::conformance {
namespace {

/// Measures a sample of its first level.
bool software_takes(const Algorithm& algorithm) {
  static const std::unique_ptr<Subject> software = *open_subject(*parse_subject("software"));
  return !software->variants(algorithm, algorithm.levels.front()).empty();
}

}  // namespace

Counts count_cases(const Algorithm& algorithm) {
  Counts counts;
  for (const Case& c : built_in_cases()) {
    if (c.algorithm != &algorithm) continue;
    ++counts.cases;
    counts.golden += c.golden ? 1 : 0;
  }
  return counts;
}

std::string reference_page(const Algorithm& algorithm) {
  if (algorithm.page.empty() || algorithm.implementation.in_double.answer == nullptr) return "";
  return fmt::format("reference/{}.md", algorithm.path());
}

std::vector<std::string_view> measured_as(const Algorithm& algorithm) {
  if (algorithm.implementation.sample == nullptr) return {};
  std::vector<std::string_view> subjects;
  if (algorithm.implementation.in_double.answer != nullptr) subjects.emplace_back("reference-double");
  if (algorithm.implementation.in_float.answer != nullptr) subjects.emplace_back("reference-float");
  if (software_takes(algorithm)) subjects.emplace_back("software");
  if (algorithm.has_glsl) subjects.emplace_back("gpu");
  return subjects;
}

bool is_measured_as_binder(const Algorithm& algorithm) {
  const auto methods = bind_methods();
  return std::ranges::find(methods, algorithm.id) != methods.end();
}

}  // namespace bindpose::conformance
