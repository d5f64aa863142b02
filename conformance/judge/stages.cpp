// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/stages.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "conformance/judge/compare_array.h"

namespace bindpose::conformance {
namespace {

std::string describe(const ArrayVerdict& stage) {
  return fmt::format("; first wrong stage: {} ({} {}, element {}: {:.9g}, expected {:.9g} +- {:.3g})",
                     stage.name, row_word(stage.name), stage.row, stage.component, stage.got, stage.expected,
                     stage.bound);
}

}  // namespace

bool is_judged_stage(const ExpectedArray& tap) {
  constexpr std::array one_of_many = {"part_of_triangle", "part_joints"};
  return std::find(one_of_many.begin(), one_of_many.end(), tap.name) == one_of_many.end();
}

std::size_t stage_count(const Expectation& expectation) {
  return static_cast<std::size_t>(
      std::count_if(expectation.taps.begin(), expectation.taps.end(), is_judged_stage));
}

std::string_view row_word(std::string_view stage) {
  constexpr std::array by_joint = {"world",
                                   "palette",
                                   "world_rotations",
                                   "world_translations",
                                   "palette_rotations",
                                   "palette_translations",
                                   "locals",
                                   "model_from_bone",
                                   "bone_from_model"};
  constexpr std::array by_vertex = {"smoothed_rest", "smoothed", "dropped_weights"};
  if (std::find(by_joint.begin(), by_joint.end(), stage) != by_joint.end()) return "joint";
  if (std::find(by_vertex.begin(), by_vertex.end(), stage) != by_vertex.end()) return "vertex";
  return stage == "multipliers" ? "region" : "row";
}

void judge_stages(const Expectation& expectation, const ArraySet& answer, Verdict& verdict) {
  std::string notes;
  const ArrayVerdict* first_wrong = nullptr;
  verdict.stages.reserve(expectation.taps.size());
  for (const ExpectedArray& tap : expectation.taps) {
    const Array* got = answer.find(tap.name);
    if (!is_judged_stage(tap) || got == nullptr) continue;
    if (const auto reason = find_invalid(tap, got)) {
      notes += "; stage ignored: " + *reason;
      continue;
    }
    verdict.stages.push_back(compare_array(tap, *got));
    if (verdict.stages.back().failing > 0 && first_wrong == nullptr) first_wrong = &verdict.stages.back();
  }
  if (first_wrong != nullptr) verdict.first_wrong_stage = first_wrong->name;
  if (is_expected(verdict.outcome)) return;
  verdict.detail += notes;
  if (first_wrong != nullptr)
    verdict.detail += describe(*first_wrong);
  else if (!verdict.stages.empty())
    verdict.detail += fmt::format("; all {} stages given are right: the mistake comes after {}",
                                  verdict.stages.size(), verdict.stages.back().name);
}

}  // namespace bindpose::conformance
