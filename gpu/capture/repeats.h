// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the speed of a device on data that it already has.
#pragma once

#include <cstddef>

#include "reference/model/error.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

/// Time of a computation on data that a device already had, and the bytes that it has to read and write at least: vertices, frames
/// and what is captured.
struct Computed {
  double seconds = 0;
  std::size_t bytes = 0;
};

/// More computations of what has been sent, in rounds of `count`, each computation of `seconds` on average by a clock.
struct Repeats {
  std::size_t count = 0;
  double (*clock)() = nullptr;
  double least = 0;  ///< seconds that all rounds of one part of a mesh take at least
  double seconds = 0;

  /// Adds what one part of a mesh takes. round: returns once `count` of its computations are done. As long as is timed it runs
  /// before: a device that had nothing to do comes to its pace by and by.
  template <class Round>
  Expected<void> add(Round round) {
    if (count == 0) return {};
    double taken = 0;
    for (const bool is_timed : {false, true}) {
      const double start = clock();
      std::size_t rounds = 0;
      do {
        BINDPOSE_CHECK(round());
        ++rounds;
      } while (clock() - start < least);
      if (is_timed) taken = (clock() - start) / static_cast<double>(count * rounds);
    }
    seconds += taken;
    return {};
  }
};

}  // namespace bindpose::gpu
