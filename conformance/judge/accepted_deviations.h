// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: precision classes, policies and missing features that a subject declares or a run accepts.
#pragma once

#include "conformance/judge/feature.h"
#include "conformance/judge/precision_class.h"

namespace bindpose::conformance {

struct AcceptedDeviations {
  PrecisionClasses classes = {};
  std::map<std::string, std::vector<std::string>> policies =
      {};                     ///< values by option; absent: the case's value
  bool every_policy = false;  ///< also policies that a subject must declare by name
  Features without = {};      ///< input features that the subject lacks
};

/// Adds a precision class, "half-palette", or a policy, "normal_rule=direction". Errors:
/// CLASS_UNKNOWN; POLICY_UNKNOWN for an option or a value that no algorithm has.
Expected<void> add_term(AcceptedDeviations& terms, std::string_view text);

/// Adds several of them.
Expected<AcceptedDeviations> accepted_deviations_of(const std::vector<std::string>& texts);

/// Combines both. If both set a policy, the values of `those` are used.
AcceptedDeviations together(AcceptedDeviations these, const AcceptedDeviations& those);

/// True if the value of a policy is accepted. policy: in the form of a verdict, "normal_rule=direction".
bool is_accepted(const std::string& policy, const AcceptedDeviations& accept);

/// True if a subject with these declarations gets the case: the subject declares all policies of the case that
/// must be declared.
bool is_asked(const Case& c, const AcceptedDeviations& terms);

/// The sets of policies with which a subject runs the case, in addition to the case's own: the subject's value
/// instead of the default (an empty set), and each further value once. Policies in a case's name stay.
std::vector<Options> policies_to_ask(const Case& c, const AcceptedDeviations& terms);

/// "normal_rule=direction, sign_pivot=running-sum"
std::string to_string(const Options& policies);

}  // namespace bindpose::conformance
