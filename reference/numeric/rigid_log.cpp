// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/rigid_log.h"

#include <algorithm>

namespace bindpose {
namespace {

constexpr double sine_ulp = Tracked::transcendental_ulp;

/// Below these arguments, differences are not computed directly.
constexpr double cancelling = 0.5;

double unit() {
  return Tracked::precision().unit;
}

/// f(x) = value, given a bound on |f'| around x and the rounding errors of f itself.
Tracked smooth(const Tracked& x, double value, double slope, double roundings) {
  return Tracked::uncertain(value, slope * x.error() + roundings + Tracked::precision().smallest);
}

/// Largest |x| in a float32 evaluation.
double reach(const Tracked& x) {
  return std::fabs(x.value()) + x.error();
}

}  // namespace

Tracked length_of_vector(const Vec3<Tracked>& v) {
  double squared = 0, error = 0;
  for (int i = 0; i < 3; ++i) {
    squared += v[i].value() * v[i].value();
    error += v[i].error() * v[i].error();
  }
  const double length = std::sqrt(squared);
  // Three squares, two sums, halved by the root; squares of tiny numbers may be flushed.
  const double roundings = (1.5 + Tracked::sqrt_ulps()) * unit() * (length + std::sqrt(error));
  return Tracked::uncertain(length,
                            std::sqrt(error) + roundings + std::sqrt(3 * Tracked::precision().smallest));
}

Tracked angle_over_sine(const Tracked& s, const Tracked& c) {
  const double ds = s.error(), dc = c.error();
  const double radius = std::hypot(s.value(), c.value()) - std::hypot(ds, dc);
  if (!(radius > 0)) return Tracked::uncertain(0, infinity);
  const double value =
      s.value() > 0 ? std::atan2(s.value(), c.value()) / s.value() : 1 / std::fabs(c.value());
  // With theta the angle and r the radius: |dg/dc| = 1 / r^2, |dg/ds| = (theta - sin theta cos theta) / (r
  // sin theta)^2, which grows from 2/3 to pi / 2 of sin theta / r^2 up to a quarter turn.
  const double slope_s = 1.6 * std::min((s.value() + ds) / radius, 1.0) / (radius * radius);
  const double slope_c = 1 / (radius * radius);
  return Tracked::uncertain(
      value,
      slope_s * ds + slope_c * dc + (sine_ulp + Tracked::division_ulps()) * unit() * value * Tracked::slack);
}

Tracked sinc(const Tracked& x) {
  const double value = sinc(x.value());
  const double slope = std::min(reach(x) / 3, 0.4362);
  return smooth(x, value, slope, (sine_ulp + Tracked::division_ulps()) * unit() * std::fabs(value));
}

Tracked cosine(const Tracked& x) {
  const double value = std::cos(x.value());
  return smooth(x, value, std::min(reach(x), 1.0), sine_ulp * unit() * std::fabs(value));
}

Tracked cubic_sine_excess(const Tracked& x) {
  const double value = cubic_sine_excess(std::fabs(x.value()));
  const double y = std::max(std::fabs(x.value()), 2 * cancelling);
  // Sine, difference, x^3 and the quotient.
  const double direct = (sine_ulp * std::fabs(std::sin(y)) + y - std::sin(y)) / (y * y * y);
  return smooth(x, value, reach(x) / 60, (direct + (2 + Tracked::division_ulps()) * value) * unit());
}

Tracked cubic_cosine_excess(const Tracked& x) {
  const double value = cubic_cosine_excess(std::fabs(x.value()));
  const double y = std::max(std::fabs(x.value()), cancelling);
  const double product = std::fabs(y * std::cos(y)), sine = std::fabs(std::sin(y));
  const double direct = ((sine_ulp + 1) * sine + (sine_ulp + 2) * product) / (y * y * y);
  return smooth(x, value, reach(x) / 15,
                (direct + (2 + Tracked::division_ulps()) * std::fabs(value)) * unit());
}

}  // namespace bindpose
