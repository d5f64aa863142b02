// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: bounds of Laplacian smoothing that stay small over many iterations.
//
// Formula. The numbers of a row, 1 - l and l c_vu / sum_u c_vu, are at least 0 and sum to 1, so an iteration never
// makes errors grow: the bound of y_v is
//   (1 - l) E_v + l sum_u (c_vu E_u + dc_vu |x_u - mean|) / sum_u c_vu + roundings,
// E the bounds before the iteration, dc_vu the error of c_vu. The roundings are
// u (3 |x_v| + 3 l M) + (2 n + 3) u l M, M the mean of the n numbers |x_u|. They hold for
// (1 - l) x + l mean and for x + l (mean - x), whether weights are divided first or last. If all
// c_vu are 1, the divisor is exact and the weights need no product: n + 3 instead of 2 n + 3.
//
// max(0, x) changes by at most the change of x.
#pragma once

#include <span>

#include "reference/numeric/scalar.h"

namespace bindpose::surface {

inline Tracked clamped(const Tracked& x) {
  return Tracked::uncertain(x.value() < 0 ? 0 : x.value(), x.error());
}

/// The bound for the function of the same name in laplacian.h.
Tracked smoothed_number(double step, const Tracked& x, std::span<const Tracked> c,
                        std::span<const Tracked> x_u);

}  // namespace bindpose::surface
