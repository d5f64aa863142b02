// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: cases that ask for several policies of weights at once, which show the order in which a subject applies them.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/model/case.h"

namespace bindpose::conformance {

/// Appends them for an algorithm with all three policies. They vary the case that keeps the four largest influences, the first of each
/// choice of other options. first: where the algorithm's cases begin.
void add_policies_at_once(std::vector<Case>& cases, std::size_t first);

}  // namespace bindpose::conformance
