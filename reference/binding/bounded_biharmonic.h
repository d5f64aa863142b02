// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Bounded biharmonic weights: the kernel. The page is reference/binding/bounded_biharmonic.md.
#pragma once

#include "reference/binding/shared/bone_segments.h"
#include "reference/binding/shared/mesh_areas.h"
#include "reference/numeric/box_quadratic.h"
#include "reference/surface/shared/laplacian.h"

namespace bindpose::binding {

/// Vertices whose weights are given.
template <class T>
struct Handles {
  DynamicMatrix<T> p;          ///< [#vertices, #joints]
  std::vector<bool> is_fixed;  ///< [#vertices]
};

/// Vertices no farther from the middle of a bone than 1 + f times the nearest vertex. If several joints claim a vertex, it belongs to those with the nearest bone.
template <class T>
Handles<T> handles_of(const std::vector<Vec3<T>>& x, const Bones<T>& bones, const T& f) {
  const std::size_t V = x.size(), J = bones.size();
  std::vector<std::vector<T>> near(V, std::vector<T>(J));
  std::vector<std::vector<bool>> wants(V, std::vector<bool>(J));
  for (std::size_t j = 0; j < J; ++j)
    for (const Bone<T>& bone : bones[j]) {
      const std::vector<T> squared = squared_distances(x, Vec3<T>((bone.a + bone.b) / T(2)));
      const T limit = (T(1) + f) * (T(1) + f) * smallest_of(squared);
      for (std::size_t v = 0; v < V; ++v) {
        if (!(squared[v] <= limit)) continue;
        if (!wants[v][j] || to_double(squared[v]) < to_double(near[v][j])) near[v][j] = squared[v];
        wants[v][j] = true;
      }
    }
  Handles<T> handles{DynamicMatrix<T>::Zero(static_cast<Eigen::Index>(V), static_cast<Eigen::Index>(J)),
                     std::vector<bool>(V)};
  for (std::size_t v = 0; v < V; ++v) {
    const std::vector<std::size_t> own = nearest_among(near[v], wants[v]);
    handles.is_fixed[v] = !own.empty();
    for (const std::size_t j : own)
      handles.p(static_cast<Eigen::Index>(v), static_cast<Eigen::Index>(j)) =
          T(1) / T(static_cast<int>(own.size()));
  }
  return handles;
}

/// Q = L M^-1 L
template <class T>
SparseMatrix<T> biharmonic(const surface::Laplacian<T>& L, const std::vector<T>& m) {
  std::vector<Eigen::Triplet<T>> entries;
  for (std::size_t k = 0; k < m.size(); ++k) {
    std::vector<std::pair<Eigen::Index, T>> row;  // of L
    T sum(0);
    for (std::size_t i = 0; i < L.neighbours[k].size(); ++i) {
      row.emplace_back(L.neighbours[k][i], -L.c[k][i] / T(2));
      sum -= row.back().second;
    }
    row.emplace_back(static_cast<Eigen::Index>(k), stored(sum));
    for (const auto& [r, l_r] : row)
      for (const auto& [c, l_c] : row)
        entries.emplace_back(r, c, stored(T(l_r * l_c / m[k])));
  }
  const auto V = static_cast<Eigen::Index>(m.size());
  SparseMatrix<T> Q(V, V);
  Q.setFromTriplets(entries.begin(), entries.end());
  return Q;
}

/// Weights of joint j: the minimum of w . Q w over 0 <= w <= 1, w = p at the handles.
template <class T>
DynamicVector<T> bounded_weights(const SparseMatrix<T>& Q, const Handles<T>& handles, Eigen::Index j) {
  const Rest<T> rest = without_fixed<T>(Q, handles.is_fixed, handles.p.col(j));
  const DynamicVector<T> w = least_in_box<T>(rest.Q, rest.g);
  DynamicVector<T> all = handles.p.col(j);
  all(rest.at) = w;
  return all;
}

}  // namespace bindpose::binding
