// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the intermediate results of an output, and the first wrong one.
#pragma once

#include <span>

#include "conformance/judge/expectation.h"
#include "conformance/judge/verdict.h"

namespace bindpose::conformance {

/// True if a stage has one right value. A partition into parts has many.
bool is_judged_stage(const ExpectedArray& stage);

/// Number of stages of an input that are judged.
std::size_t stage_count(const Expectation& expectation);

/// The names of the joints of an input, made on demand; empty if unknown.
using JointNames = std::function<std::vector<std::string>()>;

/// Joint names of a case, from its picture.
std::vector<std::string> joint_names_of(const Case& c);

/// Texts about a stage.
struct StageFacts {
  std::string_view name;
  std::string_view row;    ///< a row of the stage: "joint", "vertex"; "row" for a stage without its own texts
  std::string_view words;  ///< "the world transforms of the joints"
  std::string_view look_at;      ///< advice if it is the first wrong stage
  bool follows_parents = false;  ///< a wrong row makes the rows of descendant joints wrong
  bool follows_palette = false;  ///< a wrong palette makes it wrong
};
const StageFacts& facts_of_stage(std::string_view name);
/// Advice if world transforms are wrong in all inputs with keyframes: sampling precedes the first
/// stage.
inline constexpr std::string_view look_at_sampling =
    "how keyframes are sampled, and whether inputs without keyframes are right";
/// All stages with facts.
std::span<const StageFacts> stages_with_facts();

/// The place of the first error of a stage: its number with the largest error; for a hierarchical stage, the first
/// wrong joint below a right parent.
ArrayVerdict first_wrong_row(const Question& question, const ExpectedArray& stage, const Array& got);

/// "joint 9, b_RightUpperArm"; "vertex 17"
std::string row_words(const ArrayVerdict& stage, const JointNames& names);

/// Compares the stages of an output in the input's order, those after the palette last. They never change the
/// outcome; a failure names the first wrong one. A stage of another shape or with NaN counts as missing, and the
/// failure mentions it.
void judge_stages(const Expectation& expectation, const ArraySet& answer, Verdict& verdict);
/// Judges stages; with the input and its joints' names, a failure also names the joint.
void judge_stages(const Question& question, const Expectation& expectation, const ArraySet& answer,
                  Verdict& verdict, const JointNames& names = {});

}  // namespace bindpose::conformance
