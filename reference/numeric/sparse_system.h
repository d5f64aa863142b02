// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: A X = B with A symmetric, positive definite and mostly zeros, such as the equations of a mesh.
//
// Formula. A = L D L^T in the order of fewest fill-ins (Eigen).
//
// Bound. S A S Y = S B with S_ii = 1 / sqrt(A_ii), X = S Y, is bounded as a dense system
// (reference/numeric/linear_system.h): rows of very different sizes do no harm. Cholesky's decomposition, L D L^T
// and elimination without exchanges, in any order of the unknowns, have the same errors for A as for S A S, except
// for S's roots, which are exact here. Unconnected unknowns are separate systems: zeros between them stay exactly
// 0, so each part has its own n. Not covered: row exchanges by size, iterations stopped early. Useful for parts of
// a few dozen vertices.
//
// Source. N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed. 2002, section 10.1.2 (Cholesky and
// the scaled matrix); A. van der Sluis, 1969.
#pragma once

#include <cstddef>

#include <Eigen/SparseCholesky>

#include "reference/numeric/linear_system.h"

namespace bindpose {

template <class T>
using SparseMatrix = Eigen::SparseMatrix<T>;

template <class T>
DynamicMatrix<T> solved_sparse(const SparseMatrix<T>& A, const DynamicMatrix<T>& B) {
  const Eigen::SimplicialLDLT<SparseMatrix<T>> factors(A);
  return factors.solve(B);
}
/// Part by part, scaled to a diagonal of ones.
template <>
DynamicMatrix<Tracked> solved_sparse(const SparseMatrix<Tracked>& A, const DynamicMatrix<Tracked>& B);

/// w . Q w / 2 after fixing some numbers: w . Q' w / 2 + g . w and a constant.
template <class T>
struct Rest {
  SparseMatrix<T> Q;
  DynamicVector<T> g;
  std::vector<Eigen::Index> at;  ///< former indices of the remaining numbers
};
template <class T>
Rest<T> without_fixed(const SparseMatrix<T>& Q, const std::vector<bool>& is_fixed,
                      const DynamicVector<T>& w) {
  Rest<T> rest;
  std::vector<Eigen::Index> left(is_fixed.size(), -1);
  for (std::size_t i = 0; i < is_fixed.size(); ++i)
    if (!is_fixed[i]) {
      left[i] = static_cast<Eigen::Index>(rest.at.size());
      rest.at.push_back(static_cast<Eigen::Index>(i));
    }
  const auto n = static_cast<Eigen::Index>(rest.at.size());
  rest.Q.resize(n, n);
  rest.g = DynamicVector<T>::Zero(n);
  std::vector<Eigen::Triplet<T>> entries;
  for (Eigen::Index i = 0; i < n; ++i)
    for (typename SparseMatrix<T>::InnerIterator entry(Q, rest.at[static_cast<std::size_t>(i)]); entry;
         ++entry) {
      const Eigen::Index k = left[static_cast<std::size_t>(entry.index())];
      if (k >= 0)
        entries.emplace_back(k, i, entry.value());
      else
        rest.g[i] += entry.value() * w[entry.index()];
    }
  rest.Q.setFromTriplets(entries.begin(), entries.end());
  return rest;
}

}  // namespace bindpose
