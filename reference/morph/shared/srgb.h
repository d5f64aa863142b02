// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: numbers of colours between linear and sRGB-encoded.
//
// Formula.
//   decoded(x)   x / 12.92 where x <= 0.04045,      else ((x + 0.055) / 1.055)^2.4
//   encoded(c)   12.92 c   where c <= 0.0031308,    else 1.055 c^(1 / 2.4) - 0.055
// x^p on Tracked: a subject's power is 2^(p log2 x), whose parts are, in ulp, exp2 3 + 2 |p log2 x|, log2 3 and, where x is within
// 1/2 .. 2, an absolute 2^-21 at most; p and the product are rounded. x's own error e goes on as p (x +- e)^(p - 1) e.
// Source. IEC 61966-2-1, 1999. Precisions: Khronos Group, Vulkan 1.3 specification, precision of GLSL.std.450 instructions.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "reference/numeric/scalar.h"

namespace bindpose::morph {

/// x^p, x above 0.
template <class T>
T power(const T& x, const T& p) {
  using std::exp, std::log;
  return exp(T(p * log(x)));
}
template <>
inline Tracked power(const Tracked& x, const Tracked& p) {
  const double v = x.value(), e = x.error(), u = Tracked::precision().unit, exponent = p.value();
  if (!(v - e > 0))
    return Tracked::uncertain(v > 0 ? std::pow(v, exponent) : 0, std::numeric_limits<double>::infinity());
  const double steepest = std::max(std::pow(v - e, exponent - 1), std::pow(v + e, exponent - 1));
  const double propagated = exponent * steepest * e;
  const double octaves = std::fabs(std::log2(v)), log_error = std::max(3 * u * octaves, 0x1p-21);
  const double product_error = exponent * (log_error + 2 * u * octaves);
  const double relative = std::numbers::ln2 * product_error + (3 + 2 * exponent * octaves) * u;
  const double value = std::pow(v, exponent);
  return Tracked::uncertain(value, propagated + relative * Tracked::slack * (value + propagated));
}

template <class T>
T decoded(const T& x) {
  if (!(x > T(809) / T(20000))) return x / (T(323) / T(25));
  return power<T>((x + T(11) / T(200)) / (T(211) / T(200)), T(12) / T(5));
}

template <class T>
T encoded(const T& c) {
  if (!(c > T(7827) / T(2500000))) return T(323) / T(25) * c;
  return T(211) / T(200) * power<T>(c, T(5) / T(12)) - T(11) / T(200);
}

}  // namespace bindpose::morph
