// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/portable_angle.h"

#include "reference/numeric/quad.h"

namespace bindpose {
namespace {

/// sin(x + quarters pi / 2)
double sine(double x, int quarters) {
  static const Quad half_pi("1.57079632679489661923132169163975144210");
  const double nearest = std::nearbyint(x / static_cast<double>(half_pi));
  const auto r = static_cast<double>(Quad(x) - Quad(nearest) * half_pi);  // |r| <= pi / 4
  quarters += static_cast<int>(nearest);
  // sin r = r (1 - r^2 / (3 2) (1 - r^2 / (5 4) ...)), cos r = 1 - r^2 / (2 1) (1 - r^2 / (4 3) ...)
  const bool is_cosine = quarters % 2 != 0;
  double series = 1;
  for (int k = is_cosine ? 18 : 19; k > 1; k -= 2)
    series = 1 - r * r / (k * (k - 1)) * series;
  const double value = is_cosine ? series : r * series;
  return (quarters & 2) == 0 ? value : -value;
}

}  // namespace

double portable_sin(double x) {
  return sine(x, 0);
}
double portable_cos(double x) {
  return sine(x, 1);
}

Quat<double> portable_rotation(double angle, const Vec3<double>& axis) {
  const Vec3<double> v = portable_sin(angle / 2) * axis;
  return {portable_cos(angle / 2), v[0], v[1], v[2]};
}

}  // namespace bindpose
