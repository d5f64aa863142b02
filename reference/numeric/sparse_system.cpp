// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/sparse_system.h"

#include <cmath>

namespace bindpose {
namespace {

Tracked scaled(const Tracked& x, double s) {
  return Tracked::uncertain(s * x.value(), s * x.error());
}

}  // namespace

template <>
DynamicMatrix<Tracked> solved_sparse(const SparseMatrix<Tracked>& A, const DynamicMatrix<Tracked>& B) {
  DynamicMatrix<Tracked> A_s(A), B_s = B;
  std::vector<double> S;
  for (Eigen::Index i = 0; i < A_s.rows(); ++i)
    S.push_back(1 / std::sqrt(A_s(i, i).value()));
  for (Eigen::Index r = 0; r < A_s.rows(); ++r) {
    const double s = S[static_cast<std::size_t>(r)];
    for (Eigen::Index c = 0; c < A_s.cols(); ++c)
      A_s(r, c) = scaled(A_s(r, c), s * S[static_cast<std::size_t>(c)]);
    for (Eigen::Index c = 0; c < B_s.cols(); ++c)
      B_s(r, c) = scaled(B_s(r, c), s);
  }
  DynamicMatrix<Tracked> X = solved<Tracked>(A_s, B_s);
  for (Eigen::Index r = 0; r < X.rows(); ++r)
    for (Eigen::Index c = 0; c < X.cols(); ++c)
      X(r, c) = scaled(X(r, c), S[static_cast<std::size_t>(r)]);
  return X;
}

}  // namespace bindpose
