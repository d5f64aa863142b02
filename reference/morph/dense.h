// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Dense morph targets: the kernel. The page is reference/morph/dense.md.
#pragma once

#include "reference/morph/shared/targets.h"

namespace bindpose::morph {

/// x' = x + sum_i phi_i d_i of vertex v, a position, a direction or any other row of numbers. phi: [#targets];
/// d: [#targets][#vertices], or none.
template <class T, int n>
Eigen::Matrix<T, n, 1> dense(const Eigen::Matrix<T, n, 1>& x, const std::vector<T>& phi,
                             const Displacements<T, n>& d, std::size_t v) {
  Eigen::Matrix<T, n, 1> moved = x;
  for (std::size_t i = 0; i < d.size(); ++i)
    if (counts(phi[i])) moved += phi[i] * d[i][v];
  return moved;
}

}  // namespace bindpose::morph
