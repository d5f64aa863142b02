// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what a subject declares, or a run accepts, in place of float32 arithmetic and of each case's own policies and
// parts.
#pragma once

#include "conformance/judge/feature.h"
#include "conformance/judge/precision_class.h"

namespace bindpose::conformance {

struct Terms {
  PrecisionClasses classes = {};
  std::map<std::string, std::vector<std::string>> policies =
      {};                     ///< values by option; absent: as each case asks
  bool every_policy = false;  ///< also those that are asked of nobody who does not name them
  Features without = {};      ///< parts of questions that it does not know
};

/// Adds what is written as a class of precision, "half-palette", or as a policy, "normal_rule=direction". Errors:
/// CLASS_UNKNOWN; POLICY_UNKNOWN for an option or a value that no algorithm has.
Expected<void> add_term(Terms& terms, std::string_view text);

/// Of all that is written so.
Expected<Terms> terms_of(const std::vector<std::string>& texts);

/// These and those; of a policy in both, those.
Terms together(Terms these, const Terms& those);

/// Whether it can be asked on these terms: it asks for no policy that only those get who name it, or they do.
bool is_asked(const Case& c, const Terms& terms);

/// The policies, beside the case's own, by which a subject on these terms is asked it: by what it knows instead of the
/// usual value, which an empty set stands for, and by each further value once. What the case asks for by name stays.
std::vector<Options> policies_to_ask(const Case& c, const Terms& terms);

/// "normal_rule=direction, sign_pivot=running-sum"
std::string to_string(const Options& policies);

}  // namespace bindpose::conformance
