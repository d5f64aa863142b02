// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an angle from its cosine, with a bound that grows near 0 and 180 degrees.
//
// Bound. The arccosine falls monotonically, and a cosine beyond -1 .. 1 is taken as the nearer of the two. So a cosine within e of c has an
// angle between arccos(min(c + e, 1)) and arccos(max(c - e, -1)): near a straight or folded chain the angle is off by sqrt(2 e).
#pragma once

#include <algorithm>

#include "reference/numeric/scalar.h"

namespace bindpose::ik {

/// arccos(c) in 0 .. pi.
template <class T>
T arccosine(const T& c) {
  using std::acos;
  return acos(c < T(-1) ? T(-1) : c < T(1) ? c : T(1));
}
template <>
inline Tracked arccosine(const Tracked& c) {
  const auto angle = [](double cosine) { return std::acos(std::clamp(cosine, -1.0, 1.0)); };
  const double alpha = angle(c.value()), e = c.error();
  if (!std::isfinite(e)) return Tracked::uncertain(alpha, e);
  const double farthest = std::max(angle(c.value() - e) - alpha, alpha - angle(c.value() + e));
  const Precision& precision = Tracked::precision();
  return Tracked::uncertain(
      alpha,
      farthest + Tracked::transcendental_ulp * precision.unit * (alpha + farthest) + precision.smallest);
}

}  // namespace bindpose::ik
