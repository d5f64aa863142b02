// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the built-in cases.
#pragma once

#include <vector>

#include "reference/algorithms.h"
#include "reference/model/case.h"

namespace bindpose::conformance {

/// The built-in cases of all algorithms, in the order of algorithms.def; names are unique.
const std::vector<Case>& built_in_cases();

}  // namespace bindpose::conformance
