// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the verdict on one output.
#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <set>
#include <vector>

#include "reference/model/error.h"

namespace bindpose::conformance {

enum class Outcome {
  pass,  ///< every judged number is within the float32 bound, or the bound of an accepted class
  fail,
  not_supported,  ///< a declared or queried limit of the subject explains it
  crash,
  timeout,
  invalid_output,          ///< wrong count, NaN, an untouched or overrun buffer
  waived,                  ///< a known failure that still runs, within its allowed largest error
  stale_waiver,            ///< a waiver whose failure is gone, or that has expired
  missing,                 ///< an expected test that did not run
  internal_error,          ///< the judge's own error
  flake,                   ///< a known flake that failed, then passed in a second run
  expected_fail,           ///< fails as listed in the baseline
  unexpected_improvement,  ///< better than the baseline, which is then out of date
  skipped,                 ///< not run: a skips file lists it
};
inline constexpr std::size_t outcome_count = 14;

/// The element in a test case of a JUnit file.
enum class JunitElement { none, failure, error, skipped, flaky };

/// Properties of an outcome.
struct OutcomeFacts {
  Outcome outcome;
  std::string_view name;  ///< "not-supported"
  bool expected = false;  ///< true if as expected, for the exit code
  bool answered = true;   ///< false: the subject gave no output; a subject without outputs did not run
  bool judged = true;     ///< false: from a baseline, a waiver or a list instead of the judge
  JunitElement junit = JunitElement::failure;
  /// The state in deqp-runner's files: Pass, Warn, Fail, Skip, Crash, Timeout, Missing, Flake, ExpectedFail,
  /// UnexpectedImprovement(Pass).
  std::string_view deqp_status;
  std::string_view deqp_code;   ///< status in a .qpa log; empty: the code of the judged outcome
  std::string_view feedback;    ///< one sentence for a student, without numbers
  std::string_view rule_level;  ///< level of a SARIF rule: error, warning, note; empty: no rule
  std::string_view rule;        ///< sentence of the rule, without the full stop
  std::string_view meaning;     ///< meaning of the outcome for a test, without the full stop
};
const OutcomeFacts& facts(Outcome outcome);

inline std::string_view to_string(Outcome outcome) {
  return facts(outcome).name;
}
/// The outcome with this name; nullopt for other words. Failure has the former names quality-warning and policy.
std::optional<Outcome> parse_outcome(std::string_view word);
inline bool is_expected(Outcome outcome) {
  return facts(outcome).expected;
}

/// Comparison of one array of an output.
struct ArrayVerdict {
  std::string name;
  std::size_t width = 1;         ///< numbers per row
  std::size_t judged = 0;        ///< numbers that were compared
  std::size_t undefined = 0;     ///< undecided numbers in rows without an output
  std::size_t undecided = 0;     ///< numbers without a defined value or a finite bound
  std::size_t failing = 0;       ///< numbers outside their bound
  std::size_t other_branch = 0;  ///< numbers that match the other branch of an undecided comparison
  double worst_fraction = 0;     ///< largest error / bound; infinite for an error where the bound is 0
  // The worst number. If positions are wrong (displacement.h), it is in the row farthest from its right position.
  // Otherwise it has the largest error outside its bound, or the largest error / bound if all are within.
  std::size_t row = 0;
  std::size_t component = 0;  ///< equal to width: the length of the row's direction is the worst number
  double expected = 0;
  double got = 0;
  double bound = 0;
  double error() const { return std::fabs(got - expected); }
  /// error / bound of the worst number, infinite for an error if the bound is 0.
  double fraction() const;
};

struct Verdict {
  Outcome outcome = Outcome::internal_error;
  std::optional<Outcome> judged;  ///< the judge's outcome, if a baseline or a waiver changed it
  std::string detail;             ///< one sentence with numbers; empty for a plain pass
  std::vector<ArrayVerdict> arrays;
  std::vector<ArrayVerdict> stages;  ///< intermediate results of the subject, in the input's order
  std::string first_wrong_stage;     ///< the first wrong stage; empty if all are right
  std::string
      defect;  ///< for a failure: id of the registered defect that explains every number (named_defects.h)
  /// Index of the defect among the registered ones with this id ("joint-off-by-one" has several forms).
  std::optional<std::size_t> defect_way;
  /// Precision class: the accepted class that a pass needed, or the class that explains a failure; empty: none.
  std::string precision_class;
  /// Policies, "normal_rule=direction": for a pass, those that replaced the
  /// case's own; for a failure, the explaining one; empty: none.
  std::string policy;
  std::optional<Error> error;          ///< error of the subject or of the judge, instead of an output
  std::vector<std::string> not_asked;  ///< arrays that the subject declares to lack: "tangents"
  std::string bits;                    ///< hash of the output, bits_of(); empty: nothing to compare
  /// True if a policy or precision class that explains the failure was searched for. Not in files.
  bool is_searched = false;
  /// True if several runs of the input gave the same bits.
  std::optional<bool> is_repeatable;
  /// True if the verdict is from the cache (conformance/cache); the subject did not run.
  std::optional<bool> is_cached;
  double worst_fraction = 0;   ///< the largest of all arrays
  double subject_seconds = 0;  ///< time of the subject
  /// Seconds of the comparison, and of the expectation unless the previous test had the same.
  double judge_seconds = 0;
};

/// Numbers of all arrays that were compared.
std::size_t judged_numbers(const Verdict& verdict);

/// True for a pass that needed an accepted precision class or policy: Warn for deqp-runner.
inline bool is_on_terms(const Verdict& verdict) {
  return verdict.outcome == Outcome::pass && !(verdict.precision_class.empty() && verdict.policy.empty());
}

/// dEQP's status of the outcome; Warn for a pass with accepted deviations; an unexpected improvement has the
/// present status: UnexpectedImprovement(Fail).
std::string deqp_status(const Verdict& verdict);

/// Exit code of a run: 2 for an error of bindpose or an interruption; 1 if results are not as expected; 3 if no
/// test of a subject ran, or no subject exists; else 0.
class ExitCode {
 public:
  void add(Outcome outcome, const std::string& subject);
  int of(const std::vector<std::string>& subjects, bool interrupted) const;

 private:
  bool failed_ = false, own_error_ = false;
  std::set<std::string> answered_;
};

}  // namespace bindpose::conformance
