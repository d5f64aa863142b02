// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/verdict.h"

#include <fmt/format.h>

namespace bindpose::conformance {

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::pass:
      return "pass";
    case Outcome::quality_warning:
      return "quality-warning";
    case Outcome::policy:
      return "policy";
    case Outcome::fail:
      return "fail";
    case Outcome::not_supported:
      return "not-supported";
    case Outcome::crash:
      return "crash";
    case Outcome::timeout:
      return "timeout";
    case Outcome::invalid_output:
      return "invalid-output";
    case Outcome::waived:
      return "waived";
    case Outcome::stale_waiver:
      return "stale-waiver";
    case Outcome::missing:
      return "missing";
    case Outcome::internal_error:
      return "internal-error";
    case Outcome::flake:
      return "flake";
    case Outcome::expected_fail:
      return "expected-fail";
    case Outcome::unexpected_improvement:
      return "unexpected-improvement";
    case Outcome::skipped:
      return "skipped";
  }
  return "?";
}

std::optional<Outcome> parse_outcome(std::string_view word) {
  for (std::size_t o = 0; o < outcome_count; ++o)
    if (to_string(static_cast<Outcome>(o)) == word) return static_cast<Outcome>(o);
  return std::nullopt;
}

std::string_view deqp_status(Outcome outcome) {
  switch (outcome) {
    case Outcome::pass:
      return "Pass";
    case Outcome::quality_warning:
    case Outcome::policy:
      return "Warn";
    case Outcome::fail:
    case Outcome::invalid_output:
      return "Fail";
    case Outcome::not_supported:
    case Outcome::skipped:
      return "Skip";
    case Outcome::timeout:
      return "Timeout";
    case Outcome::waived:
    case Outcome::expected_fail:
      return "ExpectedFail";
    case Outcome::stale_waiver:
    case Outcome::unexpected_improvement:
      return "UnexpectedImprovement(Pass)";
    case Outcome::flake:
      return "Flake";
    case Outcome::missing:
      return "Missing";
    case Outcome::crash:
    case Outcome::internal_error:
      return "Crash";
  }
  return "?";
}

bool is_expected(Outcome outcome) {
  switch (outcome) {
    case Outcome::pass:
    case Outcome::quality_warning:
    case Outcome::policy:
    case Outcome::not_supported:
    case Outcome::waived:
    case Outcome::flake:
    case Outcome::expected_fail:
    case Outcome::skipped:
      return true;
    default:
      return false;
  }
}

std::string deqp_status(const Verdict& verdict) {
  if (verdict.outcome != Outcome::unexpected_improvement || !verdict.judged)
    return std::string(deqp_status(verdict.outcome));
  return fmt::format("UnexpectedImprovement({})", deqp_status(*verdict.judged));
}

}  // namespace bindpose::conformance
