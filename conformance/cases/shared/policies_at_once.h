// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: cases with several policies at once, which show the order in which a subject applies them.
#pragma once

#include "reference/model/case.h"

namespace bindpose::conformance {

/// Cases combine this many of a policy's values, the first ones, with other policies; the other
/// values are rare.
std::size_t combined_values(const OptionSpec& policy);

/// Appends cases with several policies for an algorithm. first: index of its first case.
///
/// Policies of weights: variations of the case that keeps the four largest influences, for the
/// first case of each combination of other options. Policies of a pose: one input on which every
/// policy has an effect, without a policy and with combinations that contain each pair of values.
void add_policies_at_once(std::vector<Case>& cases, std::size_t first);

}  // namespace bindpose::conformance
