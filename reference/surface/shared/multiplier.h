// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the multiplier by which a displacement restores a volume - the root of a cubic next to 0.
//
// Formula. p(k) = c_3 k^3 + c_2 k^2 + c_1 k + c_0, c_1 > 0. The root is the one on the stretch about 0 where
// p' > 0; p rises there, so there is at most one. Newton's method from 0, an iterate that would leave the
// interval known to hold the root replaced by its middle, until k stays.
//
// Bounds. A float32 subject solves p up to the residual e = 2 sum E_i |k|^i + 2 (roundings of p) + 1e-12 V:
// twice what evaluating p costs, because Newton stops where p can no longer be told from 0, and because the
// volume of the displaced mesh may be measured instead of p. reference/core/conditioned.h makes it a bound on
// k.
//
// Source. As volume preserving skinning.
//
// Degenerate. c_0 = 0 gives k = 0. Errors ZERO_GRADIENT where c_1 is at most 2^-80 of what it would be
// without cancellation, VOLUME_UNREACHABLE where the stretch ends before the root.
#pragma once

#include <cmath>
#include <limits>

#include "reference/model/error.h"
#include "reference/numeric/conditioned.h"
#include "reference/numeric/scalar.h"

namespace bindpose::surface {

template <class T>
struct Cubic {
  T c3, c2, c1, c0;

  T at(const T& k) const { return ((c3 * k + c2) * k + c1) * k + c0; }
  T slope(const T& k) const { return (T(3) * c3 * k + T(2) * c2) * k + c1; }
};

/// How far the stretch reaches to the right of 0.
inline double end_of_rise(const Cubic<double>& p) {
  double end = std::numeric_limits<double>::infinity();
  const double D = p.c2 * p.c2 - 3 * p.c1 * p.c3;
  if (!(D >= 0)) return end;
  for (const double denominator : {-p.c2 + std::sqrt(D), -p.c2 - std::sqrt(D)})
    if (denominator > 0 && p.c1 / denominator < end) end = p.c1 / denominator;
  return end;
}

/// The root to the right of 0, where c_0 < 0.
template <class T>
Expected<T> root_on_the_right(const Cubic<T>& p) {
  const Cubic<double> rough{to_double(p.c3), to_double(p.c2), to_double(p.c1), to_double(p.c0)};
  T high(end_of_rise(rough));
  if (!std::isfinite(to_double(high))) {
    high = -p.c0 / p.c1;
    for (int i = 0; i < 200 && p.at(high) < T(0); ++i)
      high = T(2) * high;
  }
  if (!(p.at(high) >= T(0)))
    return fail("VOLUME_UNREACHABLE", "", "no displacement along the gradient restores the volume");
  T low(0), k(0);
  const T enough = T(8) * std::numeric_limits<T>::epsilon();
  for (int step = 0; step < 200; ++step) {
    const T value = p.at(k);
    if (value < T(0))
      low = k;
    else
      high = k;
    T next = k - value / p.slope(k);
    const T change = next < k ? T(k - next) : T(next - k);
    if (change <= enough * k) return next;
    if (!(next > low && next < high)) next = (low + high) / T(2);
    k = next;
  }
  return k;
}

/// size: |V| at rest. gradient_size: |g|^2 if nothing in it cancelled.
template <class T>
Expected<T> multiplier(const Cubic<T>& p, double size, double gradient_size) {
  static_cast<void>(size);
  if (p.c0 == T(0)) return T(0);
  if (!(to_double(p.c1) > 0x1p-80 * gradient_size))
    return fail("ZERO_GRADIENT", "", "the skinned region has no direction in which its volume grows");
  if (p.c0 < T(0)) return root_on_the_right(p);
  auto k = root_on_the_right<T>({p.c3, -p.c2, p.c1, -p.c0});
  if (k) *k = -*k;
  return k;
}

/// The same with the bound that the header derives.
template <>
inline Expected<Tracked> multiplier(const Cubic<Tracked>& p, double size, double gradient_size) {
  const Cubic<double> values{p.c3.value(), p.c2.value(), p.c1.value(), p.c0.value()};
  const auto k = multiplier<double>(values, size, gradient_size);
  if (!k) return tl::unexpected(k.error());
  const double a = std::fabs(*k), u = Tracked::precision().unit;
  const double data = ((p.c3.error() * a + p.c2.error()) * a + p.c1.error()) * a + p.c0.error();
  const double terms = ((std::fabs(values.c3) * a + std::fabs(values.c2)) * a + std::fabs(values.c1)) * a;
  const double e = 2 * data + 16 * u * (terms + std::fabs(values.c0)) + 1e-12 * size;
  const double m = values.slope(*k), r = 2 * e / m;
  const double h = std::fabs(2 * values.c2 + 6 * values.c3 * *k) + 6 * std::fabs(values.c3) * r;
  if (!(m > 0)) return Tracked::uncertain(*k, std::numeric_limits<double>::infinity());
  return Tracked::uncertain(*k, root_error(e, m, h) + 4 * u * a);
}

}  // namespace bindpose::surface
