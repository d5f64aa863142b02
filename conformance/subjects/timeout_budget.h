// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how often a subject may run into the time limit before its run ends.
#pragma once

#include <fmt/format.h>

#include "reference/model/error.h"

namespace bindpose::conformance {

/// So many inputs in a row that ran into the time limit end a run: what follows is not asked.
inline constexpr int most_timeouts_in_a_row = 5;
/// For a device, which has more time for each.
inline constexpr int most_device_timeouts_in_a_row = 3;
/// And after so many in all, however many right outputs came between them.
inline constexpr int most_timeouts = 15;

class TimeoutBudget {
 public:
  explicit TimeoutBudget(int most_in_a_row = most_timeouts_in_a_row) : most_in_a_row_(most_in_a_row) {}

  /// Error TIMEOUT once it has come to an end.
  Expected<void> check() const {
    if (in_a_row_ >= most_in_a_row_)
      return fail("TIMEOUT", "",
                  fmt::format("not run: it ran into the time limit {} times in a row", in_a_row_));
    if (all_ >= most_timeouts)
      return fail("TIMEOUT", "", fmt::format("not run: it ran into the time limit {} times", all_));
    return {};
  }

  /// The end of an input.
  template <class Result>
  void record(const Expected<Result>& answer) {
    const bool hung = !answer && answer.error().code == "TIMEOUT";
    in_a_row_ = answer ? 0 : in_a_row_ + (hung ? 1 : 0);
    all_ += hung ? 1 : 0;
  }

 private:
  int most_in_a_row_;
  int in_a_row_ = 0;  ///< since the last output
  int all_ = 0;
};

}  // namespace bindpose::conformance
