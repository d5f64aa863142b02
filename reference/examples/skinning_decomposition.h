// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Smooth skinning decomposition with rigid bones: the kernel. The page is reference/examples/skinning_decomposition.md.
#pragma once

#include "reference/examples/shared/animated_mesh.h"

namespace bindpose::examples {

/// The M = (R | T) that minimises sum_v |w_v M p_v - q_v|^2; `before`, or its R, if not determined. w, q: [#vertices].
template <class T>
Affine<T> fitted_bone(const Points<T>& p, const DynamicVector<T>& w, const Points<T>& q,
                      const Affine<T>& before) {
  const T s = dot_of(w, w);
  if (s < T(0x1p-10)) return before;
  Vec3<T> p_ = Vec3<T>::Zero(), q_ = Vec3<T>::Zero();
  for (std::size_t v = 0; v < p.size(); ++v) {
    const T& w_v = w[static_cast<Eigen::Index>(v)];
    p_ += p[v] * (w_v * w_v);
    q_ += q[v] * w_v;
  }
  p_ = stored_entries(Vec3<T>(p_ / s)), q_ = stored_entries(Vec3<T>(q_ / s));
  Mat3<T> A = Mat3<T>::Zero();
  for (std::size_t v = 0; v < p.size(); ++v) {
    const T& w_v = w[static_cast<Eigen::Index>(v)];
    const Vec3<T> q_v = difference<T>(q[v], q_ * w_v), p_v = difference<T>(p[v], p_) * w_v;
    A += q_v * p_v.transpose();
  }
  const T rounding = T(0x1p-20) * (s * sum_norm(p_) * sum_norm(q_));
  const Mat3<T> R = nearest_rotation<T>(stored_entries(A), rounding, before.linear);
  return {R, q_ - R * p_};
}

/// Fits M_j to every example; the other bones stay. q: positions minus the parts of the other bones.
template <class T>
void update_bone(const AnimatedMesh<T>& mesh, std::size_t j, SkinningDecomposition<T>& found) {
  for (std::size_t k = 0; k < mesh.y.size(); ++k) {
    Points<T> q = mesh.y[k];
    for (std::size_t v = 0; v < q.size(); ++v) {
      for (std::size_t i = 0; i < found.M[k].size(); ++i)
        if (i != j) q[v] -= (found.M[k][i] * mesh.p[v]) * found.weight(v, i);
      q[v] = stored_entries(q[v]);
    }
    const DynamicVector<T> w = found.w.col(static_cast<Eigen::Index>(j));
    found.M[k][j] = fitted_bone<T>(mesh.p, w, q, found.M[k][j]);
  }
}

/// w_v: of all bones, then of those K whose |w_j a_j| is largest. A: a_j [3 #examples, #bones].
template <class T>
DynamicVector<T> vertex_weights(const DynamicMatrix<T>& A, const DynamicVector<T>& b, std::size_t K) {
  return weights_among<T>(A, b, strongest(effects_of<T>(A, simplex_least_squares<T>(A, b)), K));
}

/// The start, then N rounds: in each, all weights, then all bones.
template <class T>
SkinningDecomposition<T> decomposed(const AnimatedMesh<T>& mesh, const Array::Integers& clusters,
                                    const DecompositionSize& size) {
  SkinningDecomposition<T> found = undeformed<T>(mesh, clusters, size.J);
  for (std::size_t n = 0; n <= size.N; ++n) {
    for (std::size_t v = 0; v < mesh.p.size() && n > 0; ++v)
      found.w.row(static_cast<Eigen::Index>(v)) =
          vertex_weights<T>(moved<T>(found.M, mesh.p[v]), targets<T>(mesh, v), size.K).transpose();
    for (std::size_t j = 0; j < size.J; ++j)
      update_bone<T>(mesh, j, found);
  }
  fit<T>(mesh, found);
  return found;
}

}  // namespace bindpose::examples
