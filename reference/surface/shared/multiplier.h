// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the multiplier by which a displacement restores a volume - the root of a cubic next to 0.
//
// Formula. p(k) = c_3 k^3 + c_2 k^2 + c_1 k + c_0, c_1 > 0. The root is the one on the stretch about 0 where p' > 0; p
// rises there, so there is at most one. Newton's method from 0, an iterate that would leave the interval known to hold
// the root replaced by its middle, until k stays.
//
// Source. As volume preserving skinning.
//
// Degenerate. c_0 = 0 gives k = 0. Errors ZERO_GRADIENT where c_1 is at most 2^-80 of what it would be without
// cancellation, VOLUME_UNREACHABLE where the stretch ends before the root.
#pragma once

#include <cmath>
#include <limits>

#include "reference/model/try.h"
#include "reference/surface/shared/multiplier_bound.h"

namespace bindpose::surface {

template <class T>
struct Cubic {
  T c3, c2, c1, c0;

  T at(const T& k) const { return ((c3 * k + c2) * k + c1) * k + c0; }
  T slope(const T& k) const { return (T(3) * c3 * k + T(2) * c2) * k + c1; }
};

/// How far the stretch reaches to the right of 0: infinity where p' has no root there.
inline double end_of_rise(const Cubic<double>& p) {
  double end = std::numeric_limits<double>::infinity();
  const double root = std::sqrt(p.c2 * p.c2 - 3 * p.c1 * p.c3);
  for (const double denominator : {-p.c2 + root, -p.c2 - root})
    if (denominator > 0 && p.c1 / denominator < end) end = p.c1 / denominator;
  return end;
}

/// The root to the right of 0, where c_0 < 0.
template <class T>
Expected<T> root_on_the_right(const Cubic<T>& p) {
  T high(end_of_rise({to_double(p.c3), to_double(p.c2), to_double(p.c1), to_double(p.c0)}));
  if (!std::isfinite(to_double(high))) {
    high = -p.c0 / p.c1;
    for (int i = 0; i < 200 && p.at(high) < T(0); ++i)
      high = T(2) * high;
  }
  if (!(p.at(high) >= T(0)))
    return fail("VOLUME_UNREACHABLE", "", "no displacement along the gradient restores the volume");
  T low(0), k(0);
  for (int step = 0; step < 200; ++step) {
    const T value = p.at(k), next = k - value / p.slope(k);
    (value < T(0) ? low : high) = k;
    if ((next < k ? T(k - next) : T(next - k)) <= T(8) * std::numeric_limits<T>::epsilon() * k) return next;
    k = next > low && next < high ? next : T((low + high) / T(2));
  }
  return k;
}

/// gradient_size: |g|^2 if nothing in it cancelled. The volume at rest counts for the bound alone.
template <class T>
Expected<T> multiplier(const Cubic<T>& p, double /*V_rest*/, double gradient_size) {
  if (p.c0 == T(0)) return T(0);
  if (!(to_double(p.c1) > 0x1p-80 * gradient_size))
    return fail("ZERO_GRADIENT", "", "the skinned region has no direction in which its volume grows");
  if (p.c0 < T(0)) return root_on_the_right(p);
  BINDPOSE_TRY(const T k, root_on_the_right<T>({p.c3, -p.c2, p.c1, -p.c0}));
  return -k;
}

}  // namespace bindpose::surface
