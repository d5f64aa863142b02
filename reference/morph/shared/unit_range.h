// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: clamps a number to 0 .. 1.
//
// Formula. Clamping does not increase the distance of two numbers, so its error is at most the error of x.
#pragma once

#include "reference/numeric/scalar.h"

namespace bindpose::morph {

template <class T>
T in_unit_range(const T& x) {
  return x < T(0) ? T(0) : x > T(1) ? T(1) : x;
}
inline Tracked in_unit_range(const Tracked& x) {
  return Tracked::uncertain(in_unit_range(x.value()), x.error());
}

}  // namespace bindpose::morph
