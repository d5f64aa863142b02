// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear interpolation: the kernel. The page is reference/animation/lerp.md.
#pragma once

#include "reference/model/declaration.h"

namespace bindpose::animation {

enum class LerpForm { two_products, one_product };
inline const Choice<LerpForm> lerp_forms{
    "formulation",
    OptionSpec::Kind::formulation,
    {{"two-products", LerpForm::two_products}, {"one-product", LerpForm::one_product}},
    "the order of the same computation",
    2};

enum class LerpRange { any, clamped };
inline const Choice<LerpRange> lerp_ranges{
    .name = "range",
    .values = {{"any", LerpRange::any}, {"clamped", LerpRange::clamped}},
    .meaning = "whether t outside 0 .. 1 extrapolates, or is taken as the nearer of the two",
    .only_declared = true};

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
