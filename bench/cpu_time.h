// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how long something takes on the processor, whatever else the machine does meanwhile.
#pragma once

#include <ctime>

namespace bindpose::bench {

/// Process CPU time of one call, seconds.
template <class F>
double cpu_seconds(F f) {
  const std::clock_t start = std::clock();
  f();
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

}  // namespace bindpose::bench
