// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/verdict/verdict.h"

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
  }
  return "?";
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
      return "Skip";
    case Outcome::timeout:
      return "Timeout";
    case Outcome::waived:
      return "ExpectedFail";
    case Outcome::stale_waiver:
      return "UnexpectedImprovement(Pass)";
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
      return true;
    default:
      return false;
  }
}

}  // namespace bindpose::conformance
