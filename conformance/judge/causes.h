// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: lower precision or another policy as the cause of a wrong output.
//
// A cause is named only if its values, not only its wider bounds, explain the wrong numbers.
#pragma once

#include "conformance/judge/given_answer.h"

namespace bindpose::conformance {

/// An output that failed in float32.
struct Failed {
  const Question& question;
  const Expectation& right;
  const Answer& answer;
  const Verdict& verdict;  ///< the verdict in float32
  const GivenAnswer* sample =
      nullptr;  ///< a few rows of the output, which rule out most causes before all rows are computed
};

/// The first accepted class that explains the output, or all classes together. None if the output is outside their
/// bounds, or if a number that float32 decides has no bound.
std::optional<Verdict> pass_as_accepted(const PrecisionClasses& accepted, const Failed& failed,
                                        Explanations& explanations);

/// Text about a precision class that was not accepted, for the detail of a failure.
inline constexpr std::string_view only_as_precise = "only as precise as ",
                                  not_accepted = ", which was not accepted: ";

/// explained_by_class() for the classes that explained an earlier failure of the same kind, if they store numbers in
/// fewer bits. The judge calls it before any other search: a run whose failures have one class needs no others.
std::optional<Verdict> explained_by_likely_class(const Failed& failed, Explanations& explanations);

/// Names in a failure the one or two precision classes that explain every number but were not accepted.
std::optional<Verdict> explained_by_class(const Failed& failed, Explanations& explanations);

/// Text about a policy that explains a failure: "weight_sum: asked for as-given, found renormalised: ".
inline constexpr std::string_view asked_for = ": asked for ", found_value = ", found ";

/// Names in a failure the value of one policy option that explains every number.
std::optional<Verdict> explained_by_policy(const Failed& failed, Explanations& explanations);

/// The verdict on an output with numbers that are not finite, if all are in rows that another value of a policy
/// leaves undefined (a vertex without weight, divided by 0). The verdict names the policy.
std::optional<Verdict> explained_as_undefined(const Failed& failed, Explanations& explanations);

/// "your part 0 has the vertices of part 1, and your part 1 those of part 0", for swapped parts of a file; empty if no parts
/// are swapped.
std::string mixed_up_parts(const Question& question, const Expectation& right, const Answer& answer);

/// The verdict of judge() without the cause of a failure.
Verdict judge_without_cause(const Question& question, const Expectation& expectation, const Answer& answer,
                            const PrecisionClasses& accepted, Explanations& explanations,
                            const JointNames& names);

}  // namespace bindpose::conformance
