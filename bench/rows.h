// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the figures that ci/bench keeps and compares, as JSON lines - the ceilings of this run, then a line for every algorithm.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "bench/turns.h"

namespace bindpose::bench {

struct Asked {
  std::string subject = "gpu";   ///< or "reference-double", "reference-float", "judge"
  std::vector<std::string> ids;  ///< empty: all
  Turns turns = {};
  std::map<std::string, double> slowed =
      {};  ///< by id, how much of its work is done: above 1 to see that it is noticed
  std::size_t largest = 1'000'000;  ///< of cost curves
  double longest_seconds = 20;      ///< that a size of a curve is to take, by what the one before took
  double most_memory = 0;           ///< bytes that it is to take; 0: all that there is
};

/// One line an algorithm: its ratios to the two calibration loops, or "not_measured" with the reason, or "error". Of the subject
/// "judge" what comparing and making expectations cost. Returns an exit code: 1 where an answer is wrong, 2 where the subject cannot
/// be opened or an id is unknown.
int print_rows(const Asked& asked);

/// One line a size, 10^3 .. largest; of linear blending and dual quaternions by the number of influences and joints, too. Sizes
/// beyond what takes long are omitted, and named. Exit codes as above.
int print_curves(const Asked& asked);

}  // namespace bindpose::bench
