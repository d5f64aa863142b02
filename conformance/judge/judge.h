// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: compares an output with the expected one, and names the defect of a wrong one.
#pragma once

#include "conformance/judge/explanations.h"
#include "conformance/judge/stages.h"

namespace bindpose::conformance {

/// The output of a subject.
struct Answer {
  ArraySet arrays;
  std::vector<Undefined> undefined;  ///< rows that the subject declares undefined
  double seconds = 0;                ///< computing time, without transfers
};

/// The right output in double.
Answer as_answer(const Expectation& expectation);
/// The result of a float32 evaluation, including stages.
Answer as_answer(const Result<float>& result);

/// Compares number by number, `!(error <= bound)`. Outcomes: pass, fail, invalid_output, not_supported (float32
/// arithmetic decides no number of the input, or the output's own uncertainty leaves no number of an array to
/// judge: settled()). Also compares the output's stages; they never change the outcome.
Verdict compare(const Expectation& expectation, const Answer& answer);
/// Compares only arrays, without stages; the uncertainty of the output is not changed.
Verdict compare_arrays(const Expectation& expectation, const Answer& answer);

/// compare(), and if that fails: pass, with the field `class`, if an accepted precision class explains every
/// number. Otherwise the failure has its explanation: another value of one policy option (field `policy`), a known
/// defect (field `defect`), or one or two precision classes that were not accepted (field `class`).
Verdict judge(const Question& question, const Expectation& expectation, const Answer& answer,
              const PrecisionClasses& accepted = {});
/// Judges an output, and saves the explanations for the next wrong output for the same input; joints have
/// their names.
Verdict judge(const Question& question, const Expectation& expectation, const Answer& answer,
              const PrecisionClasses& accepted, Explanations& explanations, const JointNames& names = {});

/// The numbers in the detail of a failure: "3 of 9 numbers outside the bound; worst ..."; empty if all are within.
std::string worst_words(const std::vector<ArrayVerdict>& arrays);

/// The verdict on a subject that returned an error instead of an output: not_supported for NOT_SUPPORTED, NOT_APPLICABLE
/// and FRESH_IMPOSSIBLE; crash, timeout, missing by their codes; invalid_output for INVALID_OUTPUT and PROTOCOL;
/// internal_error if the judge could not run the test (FILE_WRITE, JUDGE_RESOURCES, WORKER_START); fail otherwise.
Verdict judge_error(const Error& error);

}  // namespace bindpose::conformance
