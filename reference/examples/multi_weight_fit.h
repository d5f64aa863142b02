// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Fitting of multi-weight enveloping: the kernel. The page is reference/examples/multi_weight_fit.md.
#pragma once

#include "reference/examples/shared/example_meshes.h"
#include "reference/numeric/singular_columns.h"

namespace bindpose::examples {

/// D_k,ic = (M_i^k)_rc x_c with x_3 = 1, of the coordinate r. M: [#examples][#joints]; joints: of the vertex's K slots.
template <class T>
DynamicMatrix<T> fit_equations(const Palettes<T>& M, const std::int32_t* joints, std::size_t K,
                               const Vec3<T>& x, int r) {
  DynamicMatrix<T> D(static_cast<Eigen::Index>(M.size()), static_cast<Eigen::Index>(4 * K));
  for (std::size_t k = 0; k < M.size(); ++k)
    for (std::size_t i = 0; i < K; ++i) {
      const Affine<T>& M_i = M[k][static_cast<std::size_t>(joints[i])];
      for (int c = 0; c < 4; ++c)
        D(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(4 * i) + c) =
            c < 3 ? T(M_i.linear(r, c) * x[c]) : M_i.translation[r];
    }
  return D;
}

/// The fit of one coordinate of a vertex.
template <class T>
struct MultiWeightFit {
  DynamicVector<T> w;  ///< [4 #slots]
  T rank;
  DynamicVector<T> fitted;  ///< D w [#examples]
  T residual;               ///< |D w - b|
};

/// The fit by the singular values that count.
template <class T>
MultiWeightFit<T> fit_along(const DynamicMatrix<T>& D, const DynamicVector<T>& b,
                            const SingularColumns<T>& svd, const std::vector<bool>& counts) {
  using std::sqrt;
  MultiWeightFit<T> fit{least_solution(svd, b, counts), T(0), DynamicVector<T>(b.size()), T(0)};
  for (const bool is_counted : counts)
    fit.rank += T(is_counted ? 1 : 0);
  for (Eigen::Index k = 0; k < b.size(); ++k) {
    fit.fitted[k] = dot_of(D.row(k), fit.w);
    const T apart = fit.fitted[k] - b[k];
    fit.residual += apart * apart;
  }
  fit.residual = sqrt(fit.residual);
  return fit;
}

/// The shortest w among all that minimise |D w - b| along the directions that count. D: [#examples, 4 #slots].
template <class T>
MultiWeightFit<T> multi_weight_fit(const DynamicMatrix<T>& D, const DynamicVector<T>& b, const T& fraction) {
  const SingularColumns<T> svd = singular_columns(D);
  return fit_along(D, b, svd, values_that_count(lengths_of(svd.US), fraction));
}

}  // namespace bindpose::examples
