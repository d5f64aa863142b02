// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: converts colours between linear and sRGB encoding.
//
// Formula.
//   decoded(x)   x / 12.92 where x <= 0.04045,      else ((x + 0.055) / 1.055)^2.4
//   encoded(c)   12.92 c   where c <= 0.0031308,    else 1.055 c^(1 / 2.4) - 0.055
// Source. IEC 61966-2-1, 1999.
#pragma once

#include "reference/numeric/power.h"
#include "reference/numeric/scalar.h"

namespace bindpose::morph {

template <class T>
T decoded(const T& x) {
  if (!(x > T(809) / T(20000))) return x / (T(323) / T(25));
  return power(T((x + T(11) / T(200)) / (T(211) / T(200))), T(T(12) / T(5)));
}

template <class T>
T encoded(const T& c) {
  if (!(c > T(7827) / T(2500000))) return T(323) / T(25) * c;
  return T(211) / T(200) * power(c, T(T(5) / T(12))) - T(11) / T(200);
}

}  // namespace bindpose::morph
