// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear interpolation: the kernel. The page is reference/animation/lerp.md.
#pragma once

#include "reference/model/declaration.h"

namespace bindpose::animation {

enum class LerpForm { two_products, one_product };
extern const Choice<LerpForm> lerp_forms;

enum class LerpRange { any, clamped };
extern const Choice<LerpRange> lerp_ranges;

/// max(0, min(t, 1)); t: exact, as given.
template <class T>
T clamped(const T& t) {
  if (t < T(0)) return T(0);
  return T(1) < t ? T(1) : t;
}

/// x(t) = (1 - t) a + t b; a, b: numbers or vectors of numbers.
template <class V, class T>
V lerp(const V& a, const V& b, const T& t, LerpForm form = LerpForm::two_products) {
  if (form == LerpForm::one_product) return a + t * (b - a);
  return (T(1) - t) * a + t * b;
}

}  // namespace bindpose::animation
