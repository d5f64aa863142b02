// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a mesh in example poses, and its approximation by bones with weights.
#pragma once

#include "reference/examples/shared/example_meshes.h"
#include "reference/numeric/polar.h"
#include "reference/numeric/simplex.h"

namespace bindpose::examples {

template <class T>
using Points = std::vector<Vec3<T>>;

template <class T>
struct AnimatedMesh {
  Points<T> p;               ///< at rest [#vertices]
  std::vector<Points<T>> y;  ///< [#examples][#vertices]
};

/// Numbers of bones, of influences per vertex, and of rounds.
struct DecompositionSize {
  std::size_t J, K, N;
};

template <class T>
struct SkinningDecomposition {
  DynamicMatrix<T> w;             ///< [#vertices, #bones]
  Palettes<T> M;                  ///< rigid [#examples][#bones]
  std::vector<Points<T>> x = {};  ///< sum_j w_j M_j p [#examples][#vertices]
  T rho = T(0);                   ///< root of the mean of |x - y|^2

  const T& weight(std::size_t v, std::size_t j) const {
    return w(static_cast<Eigen::Index>(v), static_cast<Eigen::Index>(j));
  }
};

/// The start: every vertex follows only its cluster's bone, and no bone moves.
template <class T>
SkinningDecomposition<T> undeformed(const AnimatedMesh<T>& mesh, const Array::Integers& clusters,
                                    std::size_t J) {
  const auto V = static_cast<Eigen::Index>(mesh.p.size());
  SkinningDecomposition<T> start{DynamicMatrix<T>::Zero(V, static_cast<Eigen::Index>(J)),
                                 Palettes<T>(mesh.y.size(), std::vector<Affine<T>>(J))};
  for (Eigen::Index v = 0; v < V; ++v)
    start.w(v, clusters[static_cast<std::size_t>(v)]) = T(1);
  return start;
}

/// a_j: the position of p under each bone, example after example [3 #examples, #bones].
template <class T>
DynamicMatrix<T> moved(const Palettes<T>& M, const Vec3<T>& p) {
  DynamicMatrix<T> A(static_cast<Eigen::Index>(3 * M.size()), static_cast<Eigen::Index>(M[0].size()));
  for (std::size_t k = 0; k < M.size(); ++k)
    for (std::size_t j = 0; j < M[k].size(); ++j)
      A.template block<3, 1>(static_cast<Eigen::Index>(3 * k), static_cast<Eigen::Index>(j)) =
          stored_entries(Vec3<T>(M[k][j] * p));
  return A;
}

/// b of vertex v, example after example [3 #examples].
template <class T>
DynamicVector<T> targets(const AnimatedMesh<T>& mesh, std::size_t v) {
  DynamicVector<T> b(static_cast<Eigen::Index>(3 * mesh.y.size()));
  for (std::size_t k = 0; k < mesh.y.size(); ++k)
    b.template segment<3>(static_cast<Eigen::Index>(3 * k)) = mesh.y[k][v];
  return b;
}

/// |w_j a_j|^2
template <class T>
std::vector<T> effects_of(const DynamicMatrix<T>& A, const DynamicVector<T>& w) {
  std::vector<T> effects;
  for (Eigen::Index j = 0; j < A.cols(); ++j)
    effects.push_back(w[j] * w[j] * dot_of(A.col(j), A.col(j)));
  return effects;
}

/// Indices of the K largest values, the first of equals; all if there are at most K. The bound covers the choices
/// that float32 cannot decide.
template <class T>
std::vector<bool> strongest(const std::vector<T>& effects, std::size_t K) {
  std::vector<bool> is_in(effects.size());
  for (std::size_t k = 0; k < K && k < effects.size(); ++k) {
    std::size_t best = effects.size();
    for (std::size_t j = 0; j < effects.size(); ++j) {
      if (is_in[j] || (best < effects.size() && to_double(effects[j]) <= to_double(effects[best]))) continue;
      best = j;
    }
    is_in[best] = true;
  }
  return is_in;
}

/// Weights of these bones; 0 for the others.
template <class T>
DynamicVector<T> weights_among(const DynamicMatrix<T>& A, const DynamicVector<T>& b,
                               const std::vector<bool>& is_in) {
  std::vector<Eigen::Index> columns;
  for (std::size_t j = 0; j < is_in.size(); ++j)
    if (is_in[j]) columns.push_back(static_cast<Eigen::Index>(j));
  const auto count = static_cast<Eigen::Index>(columns.size());
  DynamicMatrix<T> chosen(A.rows(), count);
  for (Eigen::Index c = 0; c < count; ++c)
    chosen.col(c) = A.col(columns[static_cast<std::size_t>(c)]);
  const DynamicVector<T> of_chosen = simplex_least_squares<T>(chosen, b);
  DynamicVector<T> w = DynamicVector<T>::Zero(A.cols());
  for (Eigen::Index c = 0; c < count; ++c)
    w[columns[static_cast<std::size_t>(c)]] = of_chosen[c];
  return w;
}

template <class T>
T sum_norm(const Vec3<T>& x) {
  using std::abs;
  return T(abs(x[0])) + T(abs(x[1])) + T(abs(x[2]));
}

/// The rotation R with the largest trace(R^T A); `before` if A does not determine it: s_2 + s_3 <= 2^-12 |A|_F +
/// rounding.
template <class T>
Mat3<T> nearest_rotation(const Mat3<T>& A, const T& rounding, const Mat3<T>& before) {
  using std::sqrt;
  const PolarRotation<T> polar = polar_rotation(A);
  T squares(0);
  for (int i = 0; i < 9; ++i)
    squares += A(i / 3, i % 3) * A(i / 3, i % 3);
  if (!(polar.spread > T(T(0x1p-12) * T(sqrt(squares)) + rounding))) return before;
  return rotation_matrix(polar.q);
}
/// A bound for every solver that reference/numeric/conditioned.h covers; otherwise infinite.
template <>
Mat3<Tracked> nearest_rotation(const Mat3<Tracked>& A, const Tracked& rounding, const Mat3<Tracked>& before);

/// x and rho of the weights and bones.
template <class T>
void fit(const AnimatedMesh<T>& mesh, SkinningDecomposition<T>& by) {
  using std::sqrt;
  T squares(0);
  by.x.assign(mesh.y.size(), Points<T>(mesh.p.size(), Vec3<T>::Zero()));
  for (std::size_t k = 0; k < mesh.y.size(); ++k)
    for (std::size_t v = 0; v < mesh.p.size(); ++v) {
      for (std::size_t j = 0; j < by.M[k].size(); ++j)
        by.x[k][v] += (by.M[k][j] * mesh.p[v]) * by.weight(v, j);
      const Vec3<T> apart = difference<T>(by.x[k][v], mesh.y[k][v]);
      squares += apart.dot(apart);
    }
  by.rho = sqrt(T(squares / T(static_cast<int>(mesh.y.size() * mesh.p.size()))));
}

}  // namespace bindpose::examples
