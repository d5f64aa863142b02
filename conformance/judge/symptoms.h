// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: common properties of a subject's failing numbers, if no registered defect explains them.
//
// A property of rows or numbers (a vertex is blended; a number is along x) is a symptom under three conditions:
// all failing rows or numbers have the same value; at least three quarters of the right ones have another; and the
// probability by chance is below 1/1000. Of several such values, bindpose reports those that the fewest right rows
// have. A row (a vertex, a joint, a time) fails if one of its numbers fails. The same rule finds ranges: joints or
// vertices from an index on, rotations above or below an angle. An error grows with a distance if their rank
// correlation is at least 0.9 in every output with enough wrong vertices. A stage is a symptom if it is the first
// wrong stage of every wrong output that has stages.
#pragma once

#include "conformance/judge/suspects.h"

namespace bindpose::conformance {

struct Symptom {
  std::string id;  ///< "blended"
  std::string
      sentence;  ///< "only vertices with more than one influence are wrong (as are 0 of 120 right rows)"
};

/// The symptom of failing tests that pass in a second run, or have other numbers. It stays even if a defect is
/// named.
inline constexpr std::string_view intermittent = "intermittent";
/// The symptom of a failing test that passes in a separate process.
inline constexpr std::string_view right_alone = "right-alone";
/// The symptom of an algorithm whose failing tests all pass by other policies: one for each value of a policy.
inline constexpr std::string_view other_policy = "other-policy";

/// The symptom of an algorithm with some failing tests that pass by a value of a policy.
inline constexpr std::string_view other_policy_in_part = "other-policy-in-part";

/// All known symptoms, each with its sentence for any value: "only what depends on joint N is wrong".
std::vector<Symptom> known_symptoms();
/// What to check if wrong numbers have this symptom, in a sentence.
std::string_view advice_on(std::string_view symptom);

/// Symptoms of comparable outputs, both wrong and right.
std::vector<Symptom> symptoms(std::span<const GivenAnswer> answers);

}  // namespace bindpose::conformance
