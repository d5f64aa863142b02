// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/slerp_bound.h"

#include <numbers>

namespace bindpose::animation {
namespace {

/// sin(s theta) / sin(theta)
Tracked sine_ratio(const Tracked& s, double theta, double cosine_error) {
  const double w = theta == 0 ? s.value() : std::sin(s.value() * theta) / std::sin(theta);
  const Precision& precision = Tracked::precision();
  const double roundings = 1 + 2 * Tracked::transcendental_ulp + Tracked::division_ulp;
  // The angle's own rounding, relative: a root in each length, a quotient of lengths, an arctangent or
  // arccosine.
  const double angle = (2 * Tracked::sqrt_ulp + 4 + Tracked::transcendental_ulp) * theta * theta / 4;
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
