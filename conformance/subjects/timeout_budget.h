// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: counts timeouts, and ends the run of a subject after too many.
#pragma once

#include <fmt/format.h>

#include "reference/model/error.h"

namespace bindpose::conformance {

/// A run ends after this number of timeouts in a row; the remaining inputs do not run.
inline constexpr int most_timeouts_in_a_row = 5;
/// The limit for a device, which has more time for each input.
inline constexpr int most_device_timeouts_in_a_row = 3;
/// A run also ends after this number of timeouts in all.
inline constexpr int most_timeouts = 15;

class TimeoutBudget {
 public:
  explicit TimeoutBudget(int most_in_a_row = most_timeouts_in_a_row) : most_in_a_row_(most_in_a_row) {}

  /// Error TIMEOUT after the run has ended.
  Expected<void> check() const {
    if (in_a_row_ >= most_in_a_row_)
      return fail("TIMEOUT", "",
                  fmt::format("not run: it ran into the time limit {} times in a row", in_a_row_));
    if (all_ >= most_timeouts)
      return fail("TIMEOUT", "", fmt::format("not run: it ran into the time limit {} times", all_));
    return {};
  }

  /// Records the end of an input.
  template <class Result>
  void record(const Expected<Result>& answer) {
    const bool hung = !answer && answer.error().code == "TIMEOUT";
    in_a_row_ = answer ? 0 : in_a_row_ + (hung ? 1 : 0);
    all_ += hung ? 1 : 0;
  }

 private:
  int most_in_a_row_;
  int in_a_row_ = 0;  ///< timeouts since the last output
  int all_ = 0;
};

}  // namespace bindpose::conformance
