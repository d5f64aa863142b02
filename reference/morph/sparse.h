// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Sparse morph targets: the kernel. The page is reference/morph/sparse.md.
#pragma once

#include "reference/morph/shared/sparse_targets.h"

namespace bindpose::morph {

/// x' = x + sum_i phi_i d_i of a whole mesh, each target at the vertices that it touches. x: [#vertices];
/// phi: [#targets]; d: [#entries], or none.
template <class T>
std::vector<Vec3<T>> sparse(std::vector<Vec3<T>> x, const std::vector<T>& phi, const SparseIndices& touched,
                            const std::vector<Vec3<T>>& d) {
  for (std::size_t i = 0; i < phi.size() && !d.empty(); ++i)
    for (std::size_t e = touched.begin_of(i); phi[i] != T(0) && e < touched.end_of(i); ++e)
      x[touched.vertices[e]] += phi[i] * d[e];
  return x;
}

}  // namespace bindpose::morph
