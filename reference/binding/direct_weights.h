// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Weights from moved vertices: the kernel. The page is reference/binding/direct_weights.md.
#pragma once

#include "reference/numeric/distance.h"
#include "reference/numeric/simplex.h"
#include "reference/numeric/stored.h"

namespace bindpose::binding {

/// A and b of one vertex: its position under each slot's joint, and its given position, pose by pose.
template <class T>
struct MovedVertex {
  DynamicMatrix<T> A;  ///< [3 #poses that count, #slots]
  DynamicVector<T> b;
};

/// M: [#poses][#joints]; j: [#slots]; y, is_moved: [#poses].
template <class T>
MovedVertex<T> moved_vertex(const std::vector<std::vector<Affine<T>>>& M, const std::vector<std::int32_t>& j,
                            const Vec3<T>& p, const std::vector<Vec3<T>>& y,
                            const std::vector<bool>& is_moved) {
  std::vector<std::size_t> poses;
  for (std::size_t k = 0; k < y.size(); ++k)
    if (is_moved[k]) poses.push_back(k);
  const auto rows = static_cast<Eigen::Index>(3 * poses.size()), K = static_cast<Eigen::Index>(j.size());
  MovedVertex<T> moved{DynamicMatrix<T>(rows, K), DynamicVector<T>(rows)};
  for (Eigen::Index row = 0; row < rows; row += 3) {
    const std::size_t k = poses[static_cast<std::size_t>(row / 3)];
    moved.b.template segment<3>(row) = y[k];
    for (Eigen::Index i = 0; i < K; ++i) {
      const Affine<T>& M_i = M[k][static_cast<std::size_t>(j[static_cast<std::size_t>(i)])];
      moved.A.template block<3, 1>(row, i) = stored_entries(Vec3<T>(M_i * p));
    }
  }
  return moved;
}

template <class T>
struct DirectWeights {
  DynamicVector<T> w;  ///< [#slots]
  T rho;               ///< metres
};

/// The w >= 0 with sum w = 1 that minimises |A w - b|^2 + s^2 |w - w_0|^2; w_0 if the vertex has not been moved.
template <class T>
DirectWeights<T> direct_weights(const MovedVertex<T>& moved, const DynamicVector<T>& w_0, const T& s) {
  const Eigen::Index m = moved.A.rows(), K = moved.A.cols();
  if (m == 0) return {w_0, T(0)};
  DynamicMatrix<T> A = DynamicMatrix<T>::Zero(m + K, K);
  DynamicVector<T> b(m + K);
  A.topRows(m) = moved.A;
  b.head(m) = moved.b;
  for (Eigen::Index i = 0; i < K; ++i) {
    A(m + i, i) = s;
    b[m + i] = stored(T(s * w_0[i]));
  }
  const DynamicVector<T> w = simplex_least_squares<T>(A, b);
  return {w, distance_of<T>(moved.A, w, moved.b)};
}

}  // namespace bindpose::binding
