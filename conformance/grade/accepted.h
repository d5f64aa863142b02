// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: policies that a rubric accepts, in answers and in what a submission declares.
#pragma once

#include <string>

#include "conformance/judge/terms.h"

namespace bindpose::conformance {

/// policy: as a verdict names it, "normal_rule=direction".
bool is_accepted(const std::string& policy, const Terms& accept);
bool are_accepted(const Options& policies, const Terms& accept);

/// The policies by which a submission is asked a case in place of the case's own: of each that it declares without the
/// case's value, the first declared one that the rubric accepts, else with or_any the first.
Options policies_for(const Case& c, const Terms& declared, const Terms& accept, bool or_any);

}  // namespace bindpose::conformance
