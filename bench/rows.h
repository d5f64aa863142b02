// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the figures that ci/bench keeps and compares, as JSON lines: the ceilings of this run, then a line for
// every algorithm.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/round_robin.h"

namespace bindpose::bench {

struct Asked {
  std::string subject = "gpu";   ///< or "reference-double", "reference-float", "judge"
  std::vector<std::string> ids;  ///< empty: all
  Rounds turns = {};
  std::map<std::string, double> slowed = {};  ///< by id, a factor for its work: above 1 in a test of the gate
  std::size_t largest = 1'000'000;            ///< for cost curves
  double longest_seconds = 20;  ///< limit for one size of a curve, estimated from the previous size
  double most_memory = 0;       ///< limit of its bytes; 0: all memory
};

/// Prints a line for each algorithm: its ratios to the two calibration loops, or "not_measured" with the
/// reason, or "error". Subject "judge": the costs of comparing and of making expectations. Returns an exit
/// code: 1 if an output is wrong, 2 if the subject cannot be opened or an id is unknown.
int print_rows(const Asked& asked);

/// Prints a line for each size, 10^3 .. largest; for linear blending and dual quaternions also by the number
/// of influences and joints. Omits and names sizes that take too long. Exit codes as above.
int print_curves(const Asked& asked);

}  // namespace bindpose::bench
