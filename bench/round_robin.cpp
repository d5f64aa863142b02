// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/round_robin.h"

#include <algorithm>
#include <cmath>

#include <benchmark/benchmark.h>

#include "bench/cpu_time.h"
#include "reference/numeric/random.h"

namespace bindpose::bench {
namespace {

constexpr std::size_t streamed_numbers = std::size_t{1} << 23;
constexpr int passes = 100;

double median_of(std::vector<double>& numbers) {
  const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
  std::nth_element(numbers.begin(), middle, numbers.end());
  return *middle;
}

/// In groups of four, so that some of them can be repeated.
std::size_t calls_that_take(double seconds, const Timed& timed) {
  const double one = timed(4);
  const double wanted = one > 0 ? seconds / one : 1e4;
  return 4 * static_cast<std::size_t>(std::clamp(std::ceil(wanted / 4), 1.0, 1e5));
}

}  // namespace

void Calibration::Blend::fill() {
  Random random("calibration");
  for (auto& matrix : matrices)
    for (double& number : matrix)
      number = random.uniform(0.25, 1);
  for (std::size_t v = 0; v < vertices; ++v) {
    for (double& number : positions[v])
      number = random.uniform(0.25, 1);
    for (std::size_t i = 0; i < influences; ++i) {
      weights[v][i] = random.uniform(0.25, 1);
      indices[v][i] = static_cast<std::uint32_t>(random.below(joints));
    }
  }
}

void Calibration::Blend::run() {
  for (std::size_t v = 0; v < vertices; ++v) {
    std::fill_n(sum, 12, 0.0);
    for (std::size_t i = 0; i < influences; ++i)
      for (std::size_t k = 0; k < 12; ++k)
        sum[k] += weights[v][i] * matrices[indices[v][i]][k];
    const double* x = positions[v];
    double* y = blended[v];
    for (std::size_t row = 0; row < 3; ++row)
      y[row] = sum[4 * row] * x[0] + sum[4 * row + 1] * x[1] + sum[4 * row + 2] * x[2] + sum[4 * row + 3];
    const double length = std::sqrt(y[0] * y[0] + y[1] * y[1] + y[2] * y[2]);
    for (std::size_t row = 0; row < 3; ++row)
      y[row] /= length;
  }
}

Calibration::Calibration() : x_(streamed_numbers), y_(streamed_numbers), blend_(std::make_unique<Blend>()) {
  std::fill_n(x_.data(), streamed_numbers, 1.0F);
  blend_->fill();
}

double Calibration::streaming_seconds() {
  const float* x = x_.data();
  float* y = y_.data();
  return cpu_seconds([=] {
    for (std::size_t i = 0; i < streamed_numbers; ++i)
      y[i] = 0.5F * x[i] + 0.25F;
    benchmark::DoNotOptimize(y);
    benchmark::ClobberMemory();
  });
}

double Calibration::arithmetic_seconds() {
  return cpu_seconds([&] {
    for (int pass = 0; pass < passes; ++pass) {
      blend_->run();
      benchmark::DoNotOptimize(blend_->blended);
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

Measurement in_round_robin(const Timed& timed, Calibration& calibration, const Rounds& turns) {
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
