// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: beside each number that a device captures what is expected, as the programs in C and the page read it.
#pragma once

#include <string>
#include <vector>

#include "conformance/judge/expectation.h"
#include "gpu/capture/recipe.h"

namespace bindpose::conformance {

/// What is judged of a capture beside its numbers, as of ExpectedArray.
struct JudgedCapture {
  bool are_rotations = false;
  double length_bound = infinity;
};

/// By captured word. Where nothing is said of it, and beside words that no array has, bounds are infinite: any is right.
struct Beside {
  std::vector<double> expected, bound;
  std::vector<double> other,
      other_bound;  ///< of the other side of open comparisons; -1, which nothing is within: there is none
  std::vector<JudgedCapture> captures;  ///< in the order of the recipe's
};
Beside beside_captured(const gpu::Recipe& recipe, const Expectation& right);

}  // namespace bindpose::conformance
