// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the speed of a device on resident data.
#pragma once

#include <cstddef>

#include "reference/model/error.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

/// Time of a computation on resident data, and the bytes that it reads
/// and writes at least: vertices, frames and captured data.
struct Computed {
  double seconds = 0;
  std::size_t bytes = 0;
};

/// Repeats a computation on resident data, in rounds of `count`; `seconds` is the average time of one
/// computation, by `clock`.
struct Repeats {
  std::size_t count = 0;
  double (*clock)() = nullptr;
  double least = 0;  ///< least total time in seconds of all rounds for one part of a mesh
  double seconds = 0;

  /// Adds the costs of one part of a mesh. round: runs `count` computations and waits for their end. It first runs
  /// for the length of the measurement, because an idle device needs time to reach its clock rate.
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
