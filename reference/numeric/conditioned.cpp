// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/conditioned.h"

#include <algorithm>

namespace bindpose {
namespace {

constexpr double furthest = 2.8284271247461903;  // |R - R'|_F of two rotations half a turn apart
constexpr double root_of_3 = 1.7320508075688772;

}  // namespace

double rotation_error(const Mat3<Tracked>& A, double spread) {
  const double u = Tracked::precision().unit;
  double values[9], errors[9];
  for (int i = 0; i < 9; ++i) {
    values[i] = A(i / 3, i % 3).value();
    errors[i] = A(i / 3, i % 3).error();
  }
  const double total = euclidean(errors) + polar_backward_error * u * euclidean(values);
  const double room = spread - root_of_3 * total;
  if (!(room > 0)) return furthest;
  return std::min(furthest, 2 * total / room + rotation_storage * u);
}

double root_error(double e, double m, double h) {
  const double r = 2 * e / m;
  if (!(r * h <= m / 2)) return infinity;
  return e / (m - r * h);
}

template <>
Tracked difference(const Tracked& a, const Tracked& b) {
  const double value = a.value() - b.value();
  const double propagated = a.error() + b.error();
  const Precision& precision = Tracked::precision();
  // The rounding error of the difference in double (Knuth's two-sum). If the error is not 0,
  // float32 does not hold the difference either.
  const double b_virtual = a.value() - value;
  const double lost = (a.value() - (value + b_virtual)) + (b_virtual - b.value());
  const bool is_exact = propagated == 0 && lost == 0 && value == to_float32(value);
  const double rounding =
      is_exact ? 0 : precision.unit * (std::fabs(value) + propagated) + precision.smallest;
  return Tracked::uncertain(value, propagated + rounding);
}

}  // namespace bindpose
