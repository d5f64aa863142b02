// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the expected value of each number that a device captures, as the programs in C and the page read it.
#pragma once

#include <string>
#include <vector>

#include "conformance/judge/expectation.h"
#include "gpu/capture/recipe.h"

namespace bindpose::conformance {

/// The judged properties of a capture in addition to its numbers, as in ExpectedArray.
struct JudgedCapture {
  bool are_rotations = false;
  double length_bound = infinity;
};

/// By captured word. For words that are not judged or belong to no array, bounds are infinite.
struct Beside {
  std::vector<double> expected, bound;
  std::vector<double> other,
      other_bound;                      ///< for the other side of open comparisons; a bound of -1: none
  std::vector<JudgedCapture> captures;  ///< in the order of the recipe's
};
Beside beside_captured(const gpu::Recipe& recipe, const Expectation& right);

}  // namespace bindpose::conformance
