// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/simplex.h"

namespace bindpose {
namespace {

using Eigen::Index;

/// |d| of the header.
double off_by(const DynamicMatrix<Tracked>& A, const DynamicVector<Tracked>& b,
              const DynamicMatrix<double>& A_, const DynamicVector<double>& b_,
              const DynamicVector<double>& w) {
  if (A.cols() == 1) return 0;
  const auto m = static_cast<double>(A.rows()), n = static_cast<double>(A.cols());
  double E = 0, E_w = 0;
  for (Index j = 0; j < A.cols(); ++j) {
    const double column = A.col(j).unaryExpr([](const Tracked& x) { return x.error(); }).norm();
    E += column * column;
    E_w += column * w[j];
  }
  E = std::sqrt(E);
  const double f = b.unaryExpr([](const Tracked& x) { return x.error(); }).norm();
  const double g =
      2 * (m + 2 + (n + 1) * (n + 11)) * Tracked::precision().unit * A_.norm() * (A_.norm() + b_.norm());
  const double s = least_response(A_) - E;
  if (!(s > 0)) return infinity;
  return ((E * (A_ * w - b_).norm() + g) / s + E_w + f) / s;
}

}  // namespace

double least_response(const DynamicMatrix<double>& A) {
  const Index n = A.cols();
  if (n == 1) return infinity;
  // The least singular value of A times orthonormal columns that sum to 0 (Helmert's).
  DynamicMatrix<double> combined(A.rows(), n - 1);
  for (Index c = 1; c < n; ++c) {
    const auto count = static_cast<double>(c);
    combined.col(c - 1) = (A.leftCols(c).rowwise().sum() - count * A.col(c)) / std::sqrt(count * (count + 1));
  }
  const std::vector<double> sigma = lengths_of(singular_columns(combined).US);
  return *std::min_element(sigma.begin(), sigma.end());
}

template <>
DynamicVector<Tracked> simplex_least_squares(const DynamicMatrix<Tracked>& A,
                                             const DynamicVector<Tracked>& b) {
  const auto value = [](const Tracked& x) { return x.value(); };
  const DynamicMatrix<double> A_ = A.unaryExpr(value);
  const DynamicVector<double> b_ = b.unaryExpr(value), w = simplex_least_squares<double>(A_, b_);
  // A single weight is 1; a solver may divide a number by itself.
  const double roundings = A.cols() == 1 ? Tracked::division_ulps() : static_cast<double>(A.cols() + 8);
  const double error = Tracked::slack * (off_by(A, b, A_, b_, w) + roundings * Tracked::precision().unit);
  return w.unaryExpr([error](double x) { return Tracked::uncertain(x, error); });
}

}  // namespace bindpose
