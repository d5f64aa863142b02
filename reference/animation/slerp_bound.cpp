// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/slerp_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace bindpose::animation {
namespace {

/// sin(s theta) / sin(theta) with theta above pi / 2
Tracked wide_sine_ratio(const Tracked& s, double theta, double cosine_error) {
  const Precision& precision = Tracked::precision();
  const double angle_ulps = 2 * Tracked::sqrt_ulps() + 4 + Tracked::transcendental_ulp;
  const double farthest =
      std::acos(std::max(std::cos(theta) - cosine_error, -1.0)) * (1 + angle_ulps * precision.unit);
  if (!(farthest < std::numbers::pi)) return Tracked::uncertain(0, std::numeric_limits<double>::infinity());
  const double sine = std::sin(farthest), pi = std::numbers::pi;
  const double roundings = 1 + 2 * Tracked::transcendental_ulp + Tracked::division_ulps();
  return Tracked::uncertain(std::sin(s.value() * theta) / std::sin(theta),
                            cosine_error / (sine * sine * sine) + (pi / sine) * s.error() +
                                precision.unit * ((roundings + pi) / sine + angle_ulps * pi / (sine * sine)) +
                                std::sqrt(precision.smallest) / sine);
}

/// sin(s theta) / sin(theta)
Tracked sine_ratio(const Tracked& s, double theta, double cosine_error) {
  // An open comparison may choose the longer of two arcs whose lengths differ only by rounding.
  if (std::cos(theta) < -2 * cosine_error) return wide_sine_ratio(s, theta, cosine_error);
  const double w = theta == 0 ? s.value() : std::sin(s.value() * theta) / std::sin(theta);
  const Precision& precision = Tracked::precision();
  const double roundings = 1 + 2 * Tracked::transcendental_ulp + Tracked::division_ulps();
  // Relative rounding error of the angle: two roots, a quotient and an arctangent or arccosine.
  const double angle = (2 * Tracked::sqrt_ulps() + 4 + Tracked::transcendental_ulp) * theta * theta / 4;
  return Tracked::uncertain(w, std::numbers::pi / 8 * cosine_error + std::numbers::pi / 2 * s.error() +
                                   precision.unit * (roundings * std::fabs(w) + angle) +
                                   std::sqrt(precision.smallest));
}

}  // namespace

std::pair<Tracked, Tracked> arc_weights(const Vec4<Tracked>& q0, const Vec4<Tracked>& s_q1, const Tracked& t,
                                        AngleForm) {
  const auto value = [](const Tracked& x) { return x.value(); };
  const Vec4<double> a = q0.unaryExpr(value), b = s_q1.unaryExpr(value);
  const double theta = 2 * std::atan2((b - a).norm(), (b + a).norm());
  const double cosine_error = q0.dot(s_q1).error() + std::fabs(a.norm() * b.norm() - 1);
  return {sine_ratio(Tracked(1) - t, theta, cosine_error), sine_ratio(t, theta, cosine_error)};
}

}  // namespace bindpose::animation
