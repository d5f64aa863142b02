// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how fast a device computes what it already has.
#pragma once

#include <cstddef>

namespace bindpose::gpu {

/// What a computation took on data that a device already had, and the bytes that it has to read and write at least: vertices, frames
/// and what is captured.
struct Computed {
  double seconds = 0;
  std::size_t bytes = 0;
};

/// So many more computations of what has been sent, each of `seconds` on average by a clock.
struct Repeats {
  std::size_t count = 0;
  double (*clock)() = nullptr;
  double seconds = 0;

  /// All of them of one part of a mesh, since a time of the clock.
  void add_since(double start) { seconds += (clock() - start) / static_cast<double>(count); }
};

}  // namespace bindpose::gpu
