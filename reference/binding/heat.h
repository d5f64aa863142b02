// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Heat equilibrium weights: the kernel. The page is reference/binding/heat.md.
#pragma once

#include "reference/binding/shared/bone_segments.h"
#include "reference/binding/shared/visibility.h"
#include "reference/numeric/sparse_system.h"
#include "reference/surface/shared/laplacian.h"

namespace bindpose::binding {

/// h_vj of every joint, 1 / square metres: c / d^2 for the nearest joints if the vertex sees them. D2: D^2, square metres.
template <class T>
std::vector<T> heat_of(const Obstacles<T>& mesh, const T& D2, std::size_t v, const Bones<T>& bones,
                       const T& c) {
  std::vector<Nearest<T>> nearest;
  std::vector<T> squared, h;
  for (const std::vector<Bone<T>>& own : bones) {
    nearest.push_back(nearest_of(own, mesh.x()[v]));
    squared.push_back(nearest.back().squared);
  }
  const std::vector<bool> is_near = squared.empty() ? std::vector<bool>() : equally_near(squared);
  const T least = D2 * T(0x1p-20);
  for (std::size_t j = 0; j < bones.size(); ++j) {
    const bool is_on = to_double(squared[j]) < to_double(least);
    const bool counts = is_near[j] && (is_on || mesh.sees(v, nearest[j].q));
    h.push_back(counts ? stored(T(c / (is_on ? least : squared[j]))) : T(0));
  }
  return h;
}

/// c_vu: every edge conducts a little heat, even if the angles opposite to it are right or obtuse.
template <class T>
surface::Laplacian<T> flow_of(surface::Laplacian<T> L) {
  for (std::vector<T>& around : L.c)
    for (T& c : around)
      c = greater_of<T>(c, T(0x1p-10));
  return L;
}

/// W [#vertices, #joints] of sum_u c_vu / 2 (W_v - W_u) + m_v sum_j h_vj W_v = m_v h_v.
template <class T>
DynamicMatrix<T> heat_weights(const surface::Laplacian<T>& L, const std::vector<T>& m,
                              const std::vector<std::vector<T>>& h) {
  const auto V = static_cast<Eigen::Index>(m.size());
  DynamicMatrix<T> B = DynamicMatrix<T>::Zero(V, static_cast<Eigen::Index>(h.front().size()));
  std::vector<Eigen::Triplet<T>> A;
  for (Eigen::Index v = 0; v < V; ++v) {
    const auto& around = L.neighbours[static_cast<std::size_t>(v)];
    const auto& h_v = h[static_cast<std::size_t>(v)];
    T diagonal(0);
    for (std::size_t j = 0; j < h_v.size(); ++j) {
      B(v, static_cast<Eigen::Index>(j)) = stored(T(m[static_cast<std::size_t>(v)] * h_v[j]));
      diagonal += B(v, static_cast<Eigen::Index>(j));
    }
    for (std::size_t i = 0; i < around.size(); ++i) {
      const T c = L.c[static_cast<std::size_t>(v)][i] / T(2);
      A.emplace_back(v, static_cast<Eigen::Index>(around[i]), -c);
      diagonal += c;
    }
    if (around.empty() && diagonal == T(0)) diagonal = T(1);  // a copy of another vertex
    A.emplace_back(v, v, stored(diagonal));
  }
  SparseMatrix<T> equations(V, V);
  equations.setFromTriplets(A.begin(), A.end());
  return solved_sparse<T>(equations, B);
}

}  // namespace bindpose::binding
