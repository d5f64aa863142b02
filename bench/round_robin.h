// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the time of a function and of two fixed loops, measured in round-robin order, so that other load
// affects all three equally. Runs are compared by the ratio, not by the time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "conformance/software/software.h"

namespace bindpose::bench {

/// Seconds of one call, measured over `calls` calls.
using Timed = std::function<double(std::size_t calls)>;

/// The two kinds of work in the algorithms, each as a plain loop that nothing else uses. The loops must never
/// change: a change would end every history.
class Calibration {
 public:
  Calibration();

  /// y = a x + b over 32 MiB of float32.
  double streaming_seconds();
  /// Matrices blended and applied to vertices that stay in the cache, in double.
  double arithmetic_seconds();

 private:
  /// Each array and the running sum have a fixed position in a page. Otherwise the
  /// addresses of heap and stack make this loop up to 1.5 times as slow in some runs.
  struct alignas(4096) Blend {
    static constexpr std::size_t vertices = 1000, joints = 64, influences = 4;
    double matrices[joints][12];
    double positions[vertices][3];
    double weights[vertices][influences];
    std::uint32_t indices[vertices][influences];
    double blended[vertices][3];
    double sum[12];

    void fill();
    void run();
  };

  software::AlignedFloats x_, y_;
  std::unique_ptr<Blend> blend_;
};

struct Rounds {
  std::size_t count = 9;
  double least_seconds = 0.005;  ///< total time of the calls in one round
};

/// Over all rounds.
struct Ratio {
  double median = 0;
  double spread = 0;  ///< standard deviation relative to the median, from the median distance
};

struct Measurement {
  double seconds = 0;  ///< median of one call
  Ratio to_streaming, to_arithmetic;
};

Ratio ratio_of(std::vector<double> ratios);
Measurement in_round_robin(const Timed& timed, Calibration& calibration, const Rounds& turns);

}  // namespace bindpose::bench
