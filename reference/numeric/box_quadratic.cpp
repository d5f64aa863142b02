// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/box_quadratic.h"

#include <Eigen/Eigenvalues>

namespace bindpose {

template <>
DynamicVector<Tracked> least_in_box(const SparseMatrix<Tracked>& Q, const DynamicVector<Tracked>& g) {
  const auto value = [](const Tracked& x) { return x.value(); };
  const auto error = [](const Tracked& x) { return x.error(); };
  const DynamicMatrix<Tracked> dense(Q);
  const DynamicMatrix<double> Q_ = dense.unaryExpr(value), E = dense.unaryExpr(error);
  const DynamicVector<double> g_ = g.unaryExpr(value);
  const DynamicVector<double> w = least_in_box<double>(Q_.sparseView(), g_);
  if (w.size() == 0) return {};
  const auto n = static_cast<double>(w.size());
  const double backward = n * (n + 10) * Tracked::precision().unit;
  const double off =
      (E * w).norm() + g.unaryExpr(error).norm() + backward * (Q_.norm() * w.norm() + g_.norm());
  const double least = Eigen::SelfAdjointEigenSolver<DynamicMatrix<double>>(Q_).eigenvalues()[0] - E.norm();
  const double d = least > 0 ? Tracked::slack * off / least : std::numeric_limits<double>::infinity();
  return w.unaryExpr([d](double x) { return Tracked::uncertain(x, d); });
}

}  // namespace bindpose
