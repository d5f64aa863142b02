// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the results on the way to an answer, and where they go wrong first.
#pragma once

#include <span>

#include "conformance/judge/expectation.h"
#include "conformance/judge/verdict.h"

namespace bindpose::conformance {

/// Whether there is one right value of a stage. Of a partition into parts there are many.
bool is_judged_stage(const ExpectedArray& tap);

/// How many stages of a question there are to judge.
std::size_t stage_count(const Expectation& expectation);

/// How a stage is spoken of.
struct StageFacts {
  std::string_view name;
  std::string_view
      row;  ///< what a row of it is: "joint", "vertex"; of a stage that has no words of its own, "row"
  std::string_view words;    ///< "the world transforms of the joints"
  std::string_view look_at;  ///< where to look if it is the first wrong one
};
const StageFacts& facts_of_stage(std::string_view name);
/// Of all that have words of their own.
std::span<const StageFacts> stages_with_facts();

/// Compares the stages that came with an answer, in the question's order. They never change the outcome; a
/// failure says which of them is wrong first. A stage of another shape or with NaN counts as not given, and a
/// failure notes that.
void judge_stages(const Expectation& expectation, const ArraySet& answer, Verdict& verdict);

}  // namespace bindpose::conformance
