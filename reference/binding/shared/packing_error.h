// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: bound on the displacement of a deformed vertex by packed weights.
//
// Bound. w' and w sum to 1, |w'_i - w_i| = |d_i| / n: the packed sum differs from x' = sum_i w_i y_i, y_i = M_i x,
// by weight that moves between slots, and each unit of weight moves x' by at most the diameter D of the y_i:
//   |sum_i w'_i y_i - sum_i w_i y_i|  <=  D (1/2) sum_i |w'_i - w_i|
// Of K slots with weight, m are rounded up by 1 - r_i, the others down by r_i. The remainders r_i sum to m, and
// the larger ones are rounded up: the sum of those rounded down is greatest if all are m / K. So
//   (1/2) sum_i |w'_i - w_i|  <=  m (K - m) / (K n)  <=  floor(K / 2) ceil(K / 2) / (K n) which is 1 / n for 4
//   slots. Weights that are rounded separately do not keep their sum: their bound is sum_i |w'_i - w_i| |y_i|.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "reference/numeric/transform.h"

namespace bindpose::binding {

/// (1/2) sum_i |w'_i - w_i| at most, of K slots with weight and n steps.
inline double moved_weight_bound(std::size_t K, int n) {
  const auto down = static_cast<double>(K / 2), up = static_cast<double>(K - K / 2);
  return down * up / static_cast<double>(K) / n;
}

/// (1/2) sum_i |w'_i - w_i|
inline double moved_weight(std::span<const double> packed, std::span<const double> w) {
  double sum = 0;
  for (std::size_t i = 0; i < w.size(); ++i)
    sum += std::fabs(packed[i] - w[i]);
  return sum / 2;
}

/// D: the greatest distance between two of the points.
inline double diameter_of(const std::vector<Vec3<double>>& y) {
  double greatest = 0;
  for (const Vec3<double>& a : y)
    for (const Vec3<double>& b : y)
      greatest = std::max(greatest, (a - b).norm());
  return greatest;
}

/// |sum_i (w'_i - w_i) y_i|
inline double displacement(std::span<const double> packed, std::span<const double> w,
                           const std::vector<Vec3<double>>& y) {
  Vec3<double> sum = Vec3<double>::Zero();
  for (std::size_t i = 0; i < w.size(); ++i)
    sum += (packed[i] - w[i]) * y[i];
  return sum.norm();
}

}  // namespace bindpose::binding
