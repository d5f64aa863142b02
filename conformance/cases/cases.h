// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the built-in cases.
#pragma once

#include "reference/algorithms.h"
#include "reference/model/case.h"

namespace bindpose::conformance {

/// Names of selected cases: globs of golden files in addition to the cases with .golden, the cases
/// of a smoke run, and cases that run a second time without directions.
struct ChosenNames {
  std::span<const std::string_view> golden, smoke, without_directions;
};
ChosenNames chosen_names();

/// The built-in cases of all algorithms, in the order of algorithms.def; names are unique.
const std::vector<Case>& built_in_cases();

}  // namespace bindpose::conformance
