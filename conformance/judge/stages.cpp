// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/stages.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/defects/shared/stages.h"
#include "conformance/judge/compare_array.h"
#include "reference/io/foreign_json.h"

namespace bindpose::conformance {
namespace {

constexpr StageFacts stages[] = {
    {"world", "joint", "the world transforms of the joints",
     "how a joint's local transform is made, and its product with its parent's world transform", true},
    {"world_rotations", "joint", "the world rotations of the joints",
     "the product of a parent's rotation and its child's", true},
    {"world_translations", "joint", "the world positions of the joints",
     "a joint's translation, which its parent's rotation rotates before it is added", true},
    {"palette", "joint", "the skinning matrices", "the product with the inverse bind matrices", true},
    {"palette_rotations", "joint", "the rotations of the skinning transforms",
     "the product with the inverse bind rotations", true},
    {"palette_translations", "joint", "the translations of the skinning transforms",
     "where the inverse bind translations are used", true},
    {"locals", "joint", "the local transforms of the joints",
     "how a joint's degrees of freedom follow each other"},
    {"model_from_bone", "joint", "the animated bone transforms", "the product along the chain of bones",
     true},
    {"bone_from_model", "joint", "the inverse rest transforms of the bones", "the inverse of the rest chain"},
    {"smoothed_rest", "vertex", "the smoothed rest mesh", "the smoothing, before anything moves"},
    {"smoothed", "vertex", "the smoothed skinned mesh", "the smoothing after skinning", false, true},
    {"dropped_weights", "vertex", "the omitted weights", "which influences are omitted"},
    {"multipliers", "region", "the volume correction of each region", "the volume and its gradient", false,
     true},
};

bool is_wrong_row(const ExpectedArray& stage, const Array& got, std::size_t row) {
  return compare_array(stage, got, row).failing > 0;
}

/// Stages after the palette come last.
std::vector<const ExpectedArray*> in_order_of_dependency(const Expectation& expectation) {
  std::vector<const ExpectedArray*> judged;
  for (const ExpectedArray& stage : expectation.stages)
    if (is_judged_stage(stage)) judged.push_back(&stage);
  std::ranges::stable_sort(
      judged, {}, [](const ExpectedArray* stage) { return facts_of_stage(stage->name).follows_palette; });
  return judged;
}

std::string describe(const ArrayVerdict& at, const JointNames& names) {
  return fmt::format("; first wrong stage: {} ({}: {} {})", at.name, row_words(at, names),
                     place(at.name, at.row, at.component, at.width), number_words(at));
}

}  // namespace

std::vector<std::string> joint_names_of(const Case& c) {
  return c.depiction ? c.depiction().joint_names : std::vector<std::string>();
}

bool is_judged_stage(const ExpectedArray& stage) {
  constexpr std::array one_of_many = {"part_of_triangle", "part_joints"};
  return std::find(one_of_many.begin(), one_of_many.end(), stage.name) == one_of_many.end();
}

std::size_t stage_count(const Expectation& expectation) {
  return static_cast<std::size_t>(
      std::count_if(expectation.stages.begin(), expectation.stages.end(), is_judged_stage));
}

const StageFacts& facts_of_stage(std::string_view name) {
  static constexpr StageFacts other = {"", "row", "", "", false};
  const auto* found = std::find_if(std::begin(stages), std::end(stages),
                                   [name](const StageFacts& each) { return each.name == name; });
  return found == std::end(stages) ? other : *found;
}

std::span<const StageFacts> stages_with_facts() {
  return stages;
}

ArrayVerdict first_wrong_row(const Question& question, const ExpectedArray& stage, const Array& got) {
  const Array::Integers parents = parents_of(question.arrays);
  if (!facts_of_stage(stage.name).follows_parents || stage.shape.empty() || parents.size() != stage.shape[0])
    return compare_array(stage, got);
  for (std::size_t joint = 0; joint < parents.size(); ++joint) {
    const std::int32_t parent = parents[joint];
    const bool has_right_parent = parent < 0 || !is_wrong_row(stage, got, static_cast<std::size_t>(parent));
    if (has_right_parent && is_wrong_row(stage, got, joint)) return compare_array(stage, got, joint);
  }
  return compare_array(stage, got);
}

std::string row_words(const ArrayVerdict& stage, const JointNames& names) {
  const std::string_view word = facts_of_stage(stage.name).row;
  const std::string row = fmt::format("{} {}", word, stage.row);
  const std::vector<std::string> all = names && word == "joint" ? names() : std::vector<std::string>();
  return stage.row < all.size() && !all[stage.row].empty()
             ? fmt::format("{}, {}", row, printable(all[stage.row]))
             : row;
}

void judge_stages(const Expectation& expectation, const ArraySet& answer, Verdict& verdict) {
  judge_stages({}, expectation, answer, verdict);
}

void judge_stages(const Question& question, const Expectation& expectation, const ArraySet& answer,
                  Verdict& verdict, const JointNames& names) {
  std::string notes;
  const ExpectedArray* first_wrong = nullptr;
  verdict.stages.reserve(expectation.stages.size());
  for (const ExpectedArray* const stage : in_order_of_dependency(expectation)) {
    const Array* got = answer.find(stage->name);
    if (got == nullptr) continue;
    if (const auto reason = find_invalid(*stage, got)) {
      notes += "; stage ignored: " + *reason;
      continue;
    }
    verdict.stages.push_back(compare_array(*stage, *got));
    if (verdict.stages.back().failing > 0 && first_wrong == nullptr) first_wrong = stage;
  }
  if (first_wrong != nullptr) verdict.first_wrong_stage = first_wrong->name;
  if (is_expected(verdict.outcome)) return;
  verdict.detail += notes;
  if (first_wrong != nullptr)
    verdict.detail +=
        describe(first_wrong_row(question, *first_wrong, *answer.find(first_wrong->name)), names);
  else if (!verdict.stages.empty())
    verdict.detail += fmt::format("; {} right: the defect comes after {}",
                                  verdict.stages.size() == 1
                                      ? "the one stage given is"
                                      : fmt::format("all {} stages given are", verdict.stages.size()),
                                  verdict.stages.back().name);
}

}  // namespace bindpose::conformance
