// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: linear interpolation of any numbers, such as translations, scales and morph weights.
//
// Formula.
//   x(t) = (1 - t) a + t b
// The formulations are one result computed in different orders:
//   two-products     (1 - t) a + t b
//   one-product      a + t (b - a)
//
// Source. glTF 2.0, appendix C.3 (linear interpolation). Deviation: none; t outside 0 .. 1 extrapolates.
//
// Symbols.
//   a, b   values at t = 0 and t = 1, arrays "a" and "b" [N, w], any width and unit
//   t      parameter, array "t" [N], one a row
//   x      array "values" [N, w]
//
// Requires. Arrays of equal shape (ARRAY_SHAPE), finite numbers (NOT_FINITE).
//
// Degenerate. t = 0 gives a. At t = 1 the second formulation need not reach b in float32: a + (b - a) rounds
// twice.
#pragma once

namespace bindpose::animation {

enum class LerpForm { two_products, one_product };

template <class T>
T lerp(const T& a, const T& b, const T& t, LerpForm form = LerpForm::two_products) {
  if (form == LerpForm::one_product) return a + t * (b - a);
  return (T(1) - t) * a + t * b;
}

}  // namespace bindpose::animation
