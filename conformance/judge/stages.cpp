// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/stages.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "conformance/judge/compare_array.h"

namespace bindpose::conformance {
namespace {

constexpr StageFacts stages[] = {
    {"world", "joint", "the world transforms of the joints",
     "how a joint's local transform and its parent's world transform are multiplied"},
    {"world_rotations", "joint", "the world rotations of the joints",
     "the product of a parent's rotation and its child's"},
    {"world_translations", "joint", "the world positions of the joints",
     "a joint's translation, which its parent's rotation turns before it is added"},
    {"palette", "joint", "the skinning matrices", "the product with the inverse bind matrices"},
    {"palette_rotations", "joint", "the rotations of the skinning transforms",
     "the product with the inverse bind rotations"},
    {"palette_translations", "joint", "the translations of the skinning transforms",
     "where the inverse bind translations go in"},
    {"locals", "joint", "the local transforms of the joints",
     "how a joint's degrees of freedom follow each other"},
    {"model_from_bone", "joint", "the animated bone transforms", "the product along the chain of bones"},
    {"bone_from_model", "joint", "the inverse rest transforms of the bones", "the inverse of the rest chain"},
    {"smoothed_rest", "vertex", "the smoothed rest mesh", "the smoothing, before anything moves"},
    {"smoothed", "vertex", "the smoothed skinned mesh", "the smoothing after skinning"},
    {"dropped_weights", "vertex", "the weights that were left out", "which influences are left out"},
    {"multipliers", "region", "the volume correction of each region", "the volume and its gradient"},
};

std::string describe(const ArrayVerdict& stage) {
  return fmt::format("; first wrong stage: {} ({} {}, element {}: {:.9g}, expected {:.9g} +- {:.3g})",
                     stage.name, facts_of_stage(stage.name).row, stage.row, stage.component, stage.got,
                     stage.expected, stage.bound);
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

const StageFacts& facts_of_stage(std::string_view name) {
  static constexpr StageFacts other = {"", "row", "", ""};
  const auto* found = std::find_if(std::begin(stages), std::end(stages),
                                   [name](const StageFacts& each) { return each.name == name; });
  return found == std::end(stages) ? other : *found;
}

std::span<const StageFacts> stages_with_facts() {
  return stages;
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
