// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/verdict.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace bindpose::conformance {
namespace {

using J = JunitElement;
constexpr bool yes = true, no = false;
constexpr std::string_view not_right = "Not right.";

// clang-format off
// expected, answered, judged; in JUnit; for deqp-runner, in dEQP's log; feedback; rule's level and sentence; meaning
constexpr std::array<OutcomeFacts, outcome_count> table = {{
    {Outcome::pass, "pass", yes, yes, yes, J::none, "Pass", "Pass", "Right.", "", "",
     "every judged number is within its bound; an accepted precision class or policy is named"},
    {Outcome::fail, "fail", no, yes, yes, J::failure, "Fail", "Fail", not_right,
     "error", "A number is outside the bound of float32 arithmetic",
     "some number is outside the bound of float32 arithmetic"},
    {Outcome::not_supported, "not-supported", yes, no, yes, J::skipped, "Skip", "NotSupported",
     "Not judged: the program declares that it does not support this. A declared limit earns no points.", "", "",
     "not run, or refused, because of a limit or a policy that the subject declares or the device reports"},
    {Outcome::crash, "crash", no, yes, yes, J::error, "Crash", "Crash",
     "The program ended before it answered.", "error", "The program died",
     "the subject died"},
    {Outcome::timeout, "timeout", no, yes, yes, J::error, "Timeout", "Timeout",
     "No answer within the time limit.", "error", "The program did not answer in time",
     "the subject did not answer in time"},
    {Outcome::invalid_output, "invalid-output", no, yes, yes, J::failure, "Fail", "Fail",
     "The output is not valid.", "error", "The output has the wrong count, is not a number or was left untouched",
     "the output has the wrong size, a value that is not a number, or a buffer that was left untouched or overrun"},
    {Outcome::waived, "waived", yes, yes, no, J::skipped, "ExpectedFail", "Waiver", not_right, "", "",
     "a failure that a waiver accepts, within its largest error"},
    {Outcome::stale_waiver, "stale-waiver", no, yes, no, J::failure, "UnexpectedImprovement(Pass)", "", not_right,
     "", "",
     "a waiver whose failure is gone, or that has expired: remove it"},
    {Outcome::missing, "missing", no, no, yes, J::error, "Missing", "Fail", "No output.",
     "error", "It should have run and did not",
     "it should have run and did not, or its output is missing"},
    {Outcome::internal_error, "internal-error", no, yes, no, J::error, "Crash", "InternalError", not_right, "", "",
     "an error of bindpose, not of the subject"},
    {Outcome::flake, "flake", yes, yes, no, J::flaky, "Flake", "", not_right, "", "",
     "a known flake: it failed, then passed in a second run"},
    {Outcome::expected_fail, "expected-fail", yes, yes, no, J::skipped, "ExpectedFail", "", not_right, "", "",
     "it fails as expected by the baseline"},
    {Outcome::unexpected_improvement, "unexpected-improvement", no, yes, no, J::failure,
     "UnexpectedImprovement(Pass)", "", not_right, "", "",
     "better than the baseline: the baseline is out of date"},
    {Outcome::skipped, "skipped", yes, no, no, J::skipped, "Skip", "NotSupported", not_right, "", "",
     "not run, because a skips file lists it"},
}};
// clang-format on

constexpr bool is_in_order() {
  for (std::size_t o = 0; o < table.size(); ++o)
    if (table[o].outcome != static_cast<Outcome>(o)) return false;
  return true;
}
static_assert(is_in_order());

}  // namespace

const OutcomeFacts& facts(Outcome outcome) {
  return table[static_cast<std::size_t>(outcome)];
}

std::optional<Outcome> parse_outcome(std::string_view word) {
  const auto row =
      std::find_if(table.begin(), table.end(), [word](const auto& each) { return each.name == word; });
  if (row != table.end()) return row->outcome;
  if (word == "quality-warning" || word == "policy") return Outcome::fail;
  return std::nullopt;
}

std::size_t judged_numbers(const Verdict& verdict) {
  std::size_t numbers = 0;
  for (const ArrayVerdict& array : verdict.arrays)
    numbers += array.judged;
  return numbers;
}

std::string deqp_status(const Verdict& verdict) {
  if (is_on_terms(verdict)) return "Warn";
  if (verdict.outcome != Outcome::unexpected_improvement || !verdict.judged)
    return std::string(facts(verdict.outcome).deqp_status);
  return fmt::format("UnexpectedImprovement({})", facts(*verdict.judged).deqp_status);
}

void ExitCode::add(Outcome outcome, const std::string& subject) {
  own_error_ = own_error_ || outcome == Outcome::internal_error;
  failed_ = failed_ || !is_expected(outcome);
  if (facts(outcome).answered) answered_.insert(subject);
}

int ExitCode::of(const std::vector<std::string>& subjects, bool interrupted) const {
  if (own_error_ || interrupted) return 2;
  if (failed_) return 1;
  const auto answered = [this](const std::string& subject) { return answered_.contains(subject); };
  return !subjects.empty() && std::all_of(subjects.begin(), subjects.end(), answered) ? 0 : 3;
}

}  // namespace bindpose::conformance
