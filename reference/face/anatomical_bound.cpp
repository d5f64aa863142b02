// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/face/anatomical_bound.h"

#include <Eigen/LU>

#include "reference/numeric/float32.h"

namespace bindpose::face {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

/// The unknown coordinates of x, exact, others as they are in `held`.
Points<Tracked> with_held(const Tissue<double>& tissue, const Points<double>& x, Points<Tracked> held) {
  for (std::size_t i = 0; i < x.size(); ++i)
    if (tissue.place[i] >= 0) held[i] = {Tracked(x[i][0]), Tracked(x[i][1]), Tracked(x[i][2])};
  return held;
}

/// Lengths of blocks of 3 rows and so many columns.
MatrixXd lengths_of_blocks(const MatrixXd& A, Index columns) {
  MatrixXd lengths(A.rows() / 3, A.cols() / columns);
  for (Index r = 0; r < lengths.rows(); ++r)
    for (Index c = 0; c < lengths.cols(); ++c)
      lengths(r, c) = A.block(3 * r, columns * c, 3, columns).norm();
  return lengths;
}

double error_of(const Tracked& x) {
  return x.error();
}

/// The header's w / (1 - eta), node by node. held: points with what is uncertain about them.
VectorXd solution_errors(const Tissue<Tracked>& tissue, const Tissue<double>& plain, const Points<double>& x,
                         const Points<Tracked>& held) {
  const Points<Tracked> at = with_held(plain, x, held);
  const Balance<Tracked> known = balance(tissue, at);
  const MatrixXd H = balance(plain, x).H, N = lengths_of_blocks(H.inverse(), 3);
  VectorXd stored_x(plain.unknowns);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (Index r = 0; r < 3 && plain.place[i] >= 0; ++r)
      stored_x[plain.place[i] + r] = Tracked::precision().unit * std::fabs(x[i][r]);
  const VectorXd g = known.g.unaryExpr(&error_of), e = g + H.cwiseAbs() * stored_x;
  const VectorXd w = N * lengths_of_blocks(e.array() + 1e-10 * plain.S, 1);

  std::vector<double> rho = errors_of(at);
  for (std::size_t i = 0; i < x.size(); ++i)
    if (plain.place[i] >= 0) rho[i] = 2 * w[plain.place[i] / 3];
  const MatrixXd D = stiffness_change(plain, x, rho) / 2 + lengths_of_blocks(known.H.unaryExpr(&error_of), 3);
  const VectorXd bent = N * (D * w);
  double eta = 0;
  for (Index v = 0; v < w.size(); ++v)
    eta = bent[v] <= w[v] / 2 ? std::max(eta, bent[v] / w[v]) : infinity;
  return eta <= 0.5 ? VectorXd(w / (1 - eta)) : VectorXd::Constant(w.size(), infinity);
}

}  // namespace

template <>
Expected<void> settle(const Tissue<Tracked>& tissue, Points<Tracked>& x) {
  const Tissue<double> plain = values_of(tissue);
  Points<double> values = values_of(x);
  BINDPOSE_CHECK(settle(plain, values));
  const VectorXd off = solution_errors(tissue, plain, values, x);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (Index r = 0; r < 3 && plain.place[i] >= 0; ++r) {
      const double stored_x = Tracked::precision().unit * std::fabs(values[i][r]);
      x[i][r] = Tracked::uncertain(values[i][r], Tracked::slack * (off[plain.place[i] / 3] + stored_x));
    }
  return {};
}

}  // namespace bindpose::face
