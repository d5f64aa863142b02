// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: names the likeliest registered defect for a failure that no defect explains completely.
#pragma once

#include "conformance/defects/defect.h"
#include "conformance/judge/given_answer.h"
#include "conformance/judge/verdict.h"

namespace bindpose::conformance {

/// Number of rows of a large output that are compared with all registered defects.
inline constexpr SampleSize of_large_answers = {.fewest_rows = 500, .most_wrong = 150, .most_right = 150};

/// True if the defect gives the worst number of each failing array, and changes right arrays little. False for an
/// output of more than 200,000 numbers.
bool explains_worst_numbers(const Defect& defect, const Question& question, const Verdict& verdict);

/// Names the defect in a failure; replaces an earlier defect, precision class or policy.
void rename_failure(Verdict& verdict, const Defect& defect);

/// Removes the policy that explains a failure, and its sentence.
void forget_policy(Verdict& verdict);

/// Removes the precision class that explains a failure, and its sentence.
void forget_class(Verdict& verdict);

/// Removes the name of a defect and its sentence from a failure.
void unname_failure(Verdict& verdict);

/// Adds the likeliest defect to a failure, as a run does for all outputs of an algorithm. Conditions: the defect
/// explains nearly all wrong numbers, not fewer than a named defect, and the worst numbers; no given stage
/// refutes it. Keeps a policy that explains the failure.
void name_likeliest_defect(const GivenAnswer& given, Verdict& verdict);

}  // namespace bindpose::conformance
