// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/turns.h"

#include <algorithm>
#include <cmath>

#include <benchmark/benchmark.h>

#include "bench/cpu_time.h"
#include "reference/numeric/random.h"

namespace bindpose::bench {
namespace {

constexpr std::size_t streamed_numbers = std::size_t{1} << 23;
constexpr std::size_t calibration_vertices = 1000, calibration_joints = 64, calibration_influences = 4;
constexpr int passes = 100;

void fill_at_random(std::vector<double>& numbers, Random& random) {
  for (double& number : numbers)
    number = random.uniform(0.25, 1);
}

double median_of(std::vector<double>& numbers) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

/// In fours, so that a part of them can be repeated.
std::size_t calls_that_take(double seconds, const Timed& timed) {
  const double one = timed(4);
  const double wanted = one > 0 ? seconds / one : 1e4;
  return 4 * static_cast<std::size_t>(std::clamp(std::ceil(wanted / 4), 1.0, 1e5));
}

}  // namespace

Calibration::Calibration()
    : x_(streamed_numbers, 1.0F),
      y_(streamed_numbers),
      matrices_(12 * calibration_joints),
      vertices_(3 * calibration_vertices),
      weights_(calibration_influences * calibration_vertices),
      blended_(3 * calibration_vertices) {
  Random random("calibration");
  fill_at_random(matrices_, random);
  fill_at_random(vertices_, random);
  fill_at_random(weights_, random);
  for (std::size_t slot = 0; slot < weights_.size(); ++slot)
    joints_.push_back(static_cast<unsigned>(random.below(calibration_joints)));
}

double Calibration::streaming_seconds() {
  return cpu_seconds([&] {
    for (std::size_t i = 0; i < streamed_numbers; ++i)
      y_[i] = 0.5F * x_[i] + 0.25F;
    benchmark::DoNotOptimize(y_.data());
    benchmark::ClobberMemory();
  });
}

void Calibration::blend_all() {
  for (std::size_t v = 0; v < calibration_vertices; ++v) {
    double M[12] = {};
    for (std::size_t slot = calibration_influences * v; slot < calibration_influences * (v + 1); ++slot)
      for (std::size_t k = 0; k < 12; ++k)
        M[k] += weights_[slot] * matrices_[12 * joints_[slot] + k];
    const double* x = &vertices_[3 * v];
    double y[3];
    for (std::size_t row = 0; row < 3; ++row)
      y[row] = M[4 * row] * x[0] + M[4 * row + 1] * x[1] + M[4 * row + 2] * x[2] + M[4 * row + 3];
    const double length = std::sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
    for (std::size_t row = 0; row < 3; ++row)
      blended_[3 * v + row] = y[row] / length;
  }
}

double Calibration::arithmetic_seconds() {
  return cpu_seconds([&] {
    for (int pass = 0; pass < passes; ++pass) {
      blend_all();
      benchmark::DoNotOptimize(blended_.data());
      benchmark::ClobberMemory();
    }
  });
}

Ratio ratio_of(std::vector<double> ratios) {
  constexpr double deviations = 1.4826;  // standard deviations in a median distance, of a normal distribution
  const double median = median_of(ratios);
  for (double& ratio : ratios)
    ratio = std::fabs(ratio - median);
  return {median, deviations * median_of(ratios) / median};
}

Measurement in_turns(const Timed& timed, Calibration& calibration, const Turns& turns) {
  const std::size_t calls = calls_that_take(turns.least_seconds, timed);
  std::vector<double> seconds, to_streaming, to_arithmetic;
  for (std::size_t turn = 0; turn < turns.count; ++turn) {
    const double streaming = calibration.streaming_seconds();
    seconds.push_back(timed(calls));
    const double arithmetic = calibration.arithmetic_seconds();
    to_streaming.push_back(seconds.back() / streaming);
    to_arithmetic.push_back(seconds.back() / arithmetic);
  }
  return {median_of(seconds), ratio_of(std::move(to_streaming)), ratio_of(std::move(to_arithmetic))};
}

}  // namespace bindpose::bench
