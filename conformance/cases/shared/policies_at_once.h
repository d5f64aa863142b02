// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: cases that ask for several policies at once, which show the order in which a subject applies them.
#pragma once

#include "reference/model/case.h"

namespace bindpose::conformance {

/// Appends them for an algorithm. first: where its cases begin.
///
/// With the three policies of weights: variations of the case that keeps the four largest influences, the first of each choice of
/// other options. With policies of a pose: one input on which every policy has an effect, with no policy, and with so many
/// combinations that each pair of values occurs in one.
void add_policies_at_once(std::vector<Case>& cases, std::size_t first);

}  // namespace bindpose::conformance
