// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: for tests, the agreement of an algorithm's four evaluations of random inputs.
#pragma once

#include "reference/model/algorithm.h"

namespace bindpose::test {

/// The largest differences so far; NaN counts as infinite.
struct Agreement {
  std::size_t numbers = 0;    ///< compared
  std::size_t undecided = 0;  ///< skipped inputs, because they have an open comparison
  double fraction = 0;        ///< greatest |float32 - value| / bound
  double bound = 0;           ///< greatest bound, relative to the largest number of its array
  double quad = 0;            ///< greatest |double - Quad|, relative to the largest number of the output
  double apart = 0;           ///< greatest |double of any formulation - Quad of the first|, relative as above
};

/// Computes `count` sample inputs of the given size. Every formulation's float32 output is compared with the
/// first formulation's bound, its double output with its Quad output and with the first one's;
/// prints one line.
Agreement measure_agreement(std::string_view name, const Implementation& implementation, std::size_t size,
                            std::size_t count);
/// Measures the agreement of an algorithm of the table.
Agreement measure_agreement(std::string_view stem, std::size_t size, std::size_t count);

/// An input of forward kinematics: a chain of rigid joints.
ArraySet joints_in_a_row(std::size_t size, Random& random);

}  // namespace bindpose::test
