// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/defects/shared/unconstrained_weights.h"

#include <Eigen/LU>
#include <Eigen/QR>

namespace bindpose::conformance {

using Eigen::Index;

Column not_negative(const Columns& A, const Column& b) {
  Column best = Column::Zero(A.cols());
  for (unsigned which = 1; which < 1U << A.cols(); ++which) {
    Columns chosen = A;
    for (Index j = 0; j < A.cols(); ++j)
      if ((which >> j & 1U) == 0) chosen.col(j).setZero();
    const Column w = chosen.colPivHouseholderQr().solve(b);
    if (w.minCoeff() >= 0 && (A * w - b).norm() < (A * best - b).norm()) best = w;
  }
  return best;
}

Column affine_weights(const Columns& A, const Column& b) {
  const Index n = A.cols();
  Columns N = Columns::Zero(n + 1, n + 1);
  N.topLeftCorner(n, n) = A.transpose() * A;
  N.row(n).head(n).setOnes();
  N.col(n).head(n).setOnes();
  Column side(n + 1);
  side << A.transpose() * b, 1;
  return N.fullPivLu().solve(side).head(n);
}

Column sum_made_1(const Column& w) {
  return w.sum() > 0 ? Column(w / w.sum())
                     : Column(Column::Constant(w.size(), 1.0 / static_cast<double>(w.size())));
}

}  // namespace bindpose::conformance
