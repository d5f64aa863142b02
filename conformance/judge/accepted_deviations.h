// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what a subject declares, or a run accepts, in place of float32 arithmetic and of each case's own policies and
// parts.
#pragma once

#include "conformance/judge/feature.h"
#include "conformance/judge/precision_class.h"

namespace bindpose::conformance {

struct AcceptedDeviations {
  PrecisionClasses classes = {};
  std::map<std::string, std::vector<std::string>> policies =
      {};                     ///< values by option; absent: the case's value
  bool every_policy = false;  ///< also those that only subjects that name them get
  Features without = {};      ///< parts of inputs that it does not know
};

/// Adds what is written as a class of precision, "half-palette", or as a policy, "normal_rule=direction". Errors:
/// CLASS_UNKNOWN; POLICY_UNKNOWN for an option or a value that no algorithm has.
Expected<void> add_term(AcceptedDeviations& terms, std::string_view text);

/// Reads all such texts.
Expected<AcceptedDeviations> accepted_deviations_of(const std::vector<std::string>& texts);

/// Combines both. If both have values of a policy, those of `those` count.
AcceptedDeviations together(AcceptedDeviations these, const AcceptedDeviations& those);

/// True if a subject on these terms gets the case: the case has no policy for subjects that name it, or they
/// do.
bool is_asked(const Case& c, const AcceptedDeviations& terms);

/// The sets of policies with which a subject runs the case, in addition to the
/// case's own: the subject's value instead of the default (an empty set), and
/// each further value once. Policies that the case sets by name stay.
std::vector<Options> policies_to_ask(const Case& c, const AcceptedDeviations& terms);

/// "normal_rule=direction, sign_pivot=running-sum"
std::string to_string(const Options& policies);

}  // namespace bindpose::conformance
