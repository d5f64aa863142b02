// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what the judge says about one answer.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bindpose::conformance {

enum class Outcome {
  pass,             ///< every judged number is within the bound of float32 arithmetic
  quality_warning,  ///< within the bound of a lower class of arithmetic, which is named
  policy,           ///< not what was asked, but a legal alternative, which is named
  fail,
  not_supported,  ///< the subject names a declared or queried limit that explains it
  crash,
  timeout,
  invalid_output,          ///< wrong count, NaN, an untouched or overrun buffer
  waived,                  ///< a known failure that still runs, within its largest error allowed
  stale_waiver,            ///< a waiver whose failure is gone or that has expired
  missing,                 ///< it should have run and did not
  internal_error,          ///< the judge's own mistake
  flake,                   ///< a known flake that failed, then passed when asked again
  expected_fail,           ///< fails as the baseline says
  unexpected_improvement,  ///< better than the baseline says: the baseline is out of date
  skipped,                 ///< not asked: a skips file names it
};
inline constexpr std::size_t outcome_count = 16;

/// "quality-warning"
std::string_view to_string(Outcome outcome);
/// Back from the word; nothing for a word that to_string() does not give.
std::optional<Outcome> parse_outcome(std::string_view word);
/// The state that deqp-runner's files know: Pass, Warn, Fail, Skip, Crash, Timeout, Missing, Flake,
/// ExpectedFail, UnexpectedImprovement(Pass).
std::string_view deqp_status(Outcome outcome);
/// Whether a run with this outcome is as expected: pass, quality_warning, policy, not_supported, waived, flake,
/// expected_fail, skipped.
bool is_expected(Outcome outcome);

/// How one array of an answer compares.
struct ArrayVerdict {
  std::string name;
  std::size_t width = 1;         ///< numbers a row
  std::size_t judged = 0;        ///< numbers that were compared
  std::size_t undecided = 0;     ///< numbers for which the maths or the bound says nothing
  std::size_t failing = 0;       ///< numbers outside their bound
  std::size_t other_branch = 0;  ///< numbers that match the other side of a comparison float32 cannot decide
  double worst_fraction = 0;     ///< largest error / bound; infinite for an error where the bound is 0
  std::size_t row = 0;           ///< where that is
  std::size_t component = 0;
  double expected = 0;  ///< and what stands there
  double got = 0;
  double bound = 0;
};

struct Verdict {
  Outcome outcome = Outcome::internal_error;
  std::optional<Outcome> judged;  ///< what the judge said, where a baseline or a waiver made another of it
  std::string detail;             ///< one sentence with numbers; empty for a plain pass
  std::vector<ArrayVerdict> arrays;
  std::vector<ArrayVerdict>
      stages;                     ///< results on the way that came with the answer, in the question's order
  std::string first_wrong_stage;  ///< the first of them that is wrong; empty if none is
  std::string mistake;  ///< of a failure: slug of the known mistake that explains every number (mistakes.h)
  double worst_fraction = 0;   ///< the largest of the arrays'
  double subject_seconds = 0;  ///< what the subject took
  double judge_seconds = 0;    ///< what comparing took
};

/// As of the outcome; an unexpected improvement names what it is now: UnexpectedImprovement(Fail).
std::string deqp_status(const Verdict& verdict);

}  // namespace bindpose::conformance
