// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Radial basis functions: the kernel. The page is reference/examples/rbf.md.
#pragma once

#include "reference/examples/shared/pose_distance.h"
#include "reference/numeric/exponential.h"

namespace bindpose::examples {

enum class ConstantTerm { none, added };

/// phi(d) = exp(-(d / sigma)^2)
template <class T>
T gaussian(const T& d, const T& sigma) {
  using std::exp;
  const T r = d / sigma;
  return exp(T(-(r * r)));
}

/// (phi(d_1), .., phi(d_P)), followed by a 1 for a constant term; d: distances from a pose to the examples.
template <class T>
DynamicVector<T> basis_at(const std::vector<T>& d, const T& sigma, ConstantTerm constant) {
  const auto P = static_cast<Eigen::Index>(d.size());
  DynamicVector<T> phi(P + (constant == ConstantTerm::added ? 1 : 0));
  for (Eigen::Index i = 0; i < P; ++i)
    phi[i] = stored(gaussian(d[static_cast<std::size_t>(i)], sigma));
  if (constant == ConstantTerm::added) phi[P] = T(1);
  return phi;
}

/// G lambda = f; with a constant term c, G lambda + c = f and sum_i lambda_i = 0: c is the last unknown. d: distances from each example
/// to all [P][P]; f: a column for each function [P, n].
template <class T>
SolvedSystem<T> fitted(const std::vector<std::vector<T>>& d, const DynamicMatrix<T>& f, const T& sigma,
                       ConstantTerm constant) {
  const Eigen::Index P = f.rows(), N = P + (constant == ConstantTerm::added ? 1 : 0);
  DynamicMatrix<T> G = DynamicMatrix<T>::Zero(N, N), right = DynamicMatrix<T>::Zero(N, f.cols());
  for (Eigen::Index i = 0; i < P; ++i) {
    G.row(i) = basis_at(d[static_cast<std::size_t>(i)], sigma, constant).transpose();
    if (constant == ConstantTerm::added) G(P, i) = T(1);
    right.row(i) = f.row(i);
  }
  return {G, right};
}

/// s(x) = sum_i lambda_i phi(d(x, x_i)) + c of every function [n]; phi: basis_at(x).
template <class T>
std::vector<T> rbf(const SolvedSystem<T>& lambda, const DynamicVector<T>& phi) {
  std::vector<T> s;
  for (Eigen::Index c = 0; c < lambda.X.cols(); ++c)
    s.push_back(combined(lambda, phi, c));
  return s;
}

}  // namespace bindpose::examples
