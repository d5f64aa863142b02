// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the processor time of a computation, independent of other load on the machine.
#pragma once

#include <cmath>
#include <cstddef>
#include <ctime>

#include <benchmark/benchmark.h>

namespace bindpose::bench {

/// Process CPU time of one call, seconds.
template <class F>
double cpu_seconds(F f) {
  const std::clock_t start = std::clock();
  f();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

/// CPU time of the process, with all its threads, for one call: the mean of this many calls, in seconds.
/// work: 1.25 makes a quarter of the calls twice.
template <class F>
double cpu_seconds_a_call(F f, std::size_t calls, double work) {
  const auto done = static_cast<std::size_t>(std::llround(work * static_cast<double>(calls)));
  const double all = cpu_seconds([&] {
    for (std::size_t call = 0; call < done; ++call)
      benchmark::DoNotOptimize(f());
  });
  return all / static_cast<double>(calls);
}

}  // namespace bindpose::bench
