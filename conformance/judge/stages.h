// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the results on the way to an answer, and where they go wrong first.
#pragma once

#include "conformance/judge/expectation.h"
#include "conformance/judge/verdict.h"

namespace bindpose::conformance {

/// Whether there is one right value of a stage. Of a partition into parts there are many.
bool is_judged_stage(const ExpectedArray& tap);

/// How many stages of a question there are to judge.
std::size_t stage_count(const Expectation& expectation);

/// What a row of a stage is: "joint", "vertex", "row".
std::string_view row_word(std::string_view stage);

/// Compares the stages that came with an answer, in the question's order. They never change the outcome; a
/// failure says which of them is wrong first. A stage of another shape or with NaN counts as not given, and a
/// failure notes that.
void judge_stages(const Expectation& expectation, const ArraySet& answer, Verdict& verdict);

}  // namespace bindpose::conformance
