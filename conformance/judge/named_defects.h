// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: finds the defect of conformance/defects that explains a wrong output. A defect is named only if it
// explains every judged number of an output within the bound of float32, and if applying it changes the output.
// Some defects are recognised from the output alone.
#pragma once

#include "conformance/defects/defect.h"
#include "conformance/judge/given_answer.h"

namespace bindpose::conformance {

/// A defect that the judge looks for in wrong outputs.
struct KnownDefect {
  const Defect* defect;
  /// Recognises the defect from the output alone: a right output that was misread or is incomplete. Null: compares
  /// with the right output for the changed input.
  bool (*check)(const Question& question, const Expectation& expectation, const Answer& answer) = nullptr;
};

/// Ids of the defects that the judge recognises by the right output for their changed input.
std::span<const std::string_view> defects_by_question();

/// In the order of the trials.
const std::vector<KnownDefect>& known_defects();

/// The first defect that explains a failed output; null without such a defect. sample: a few of its rows, which exclude
/// most defects before all rows are computed; may be null.
const Defect* find_known_defect(const Question& question, const Expectation& expectation,
                                const Answer& answer, Explanations& explanations,
                                const GivenAnswer* sample = nullptr);

/// Names the defect in a failure and returns it; null if none is named, or if it is not registered.
void name_defect(Verdict& verdict, const Defect& defect);
const Defect* named_defect(const Verdict& verdict);

/// The output for the defect's changed input. Errors NOT_APPLICABLE (the input cannot be changed, or the change
/// has no effect) and the reference's own.
Expected<Expectation> expect_defect(const Defect& defect, const Question& question, const Expectation& right);

/// In the order of the trials.
std::vector<KnownDefect> defect_checks();

}  // namespace bindpose::conformance
