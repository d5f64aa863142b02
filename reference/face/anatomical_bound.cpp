// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/face/anatomical_bound.h"

#include <Eigen/LU>

namespace bindpose::face {
namespace {

using Eigen::Index, Eigen::MatrixXd, Eigen::VectorXd;

/// Lengths of blocks of 3 rows and this many columns.
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

/// The header's letters. x: the equilibrium; held: points of the skull with their uncertainty.
struct Known {
  Tissue<double> tissue;
  Points<double> x;
  MatrixXd inverse;                    ///< inverse of H
  VectorXd stored_x, residual, delta;  ///< u |x|; e + D delta; delta
  std::vector<double> held;            ///< errors of the skull's points, 0 for free nodes

  Known(const Tissue<Tracked>& tracked, const Points<double>& x_, Points<Tracked> at)
      : tissue(values_of(tracked)), x(x_), stored_x(tissue.unknowns) {
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (tissue.place[i] < 0) continue;
      at[i] = {Tracked(x[i][0]), Tracked(x[i][1]), Tracked(x[i][2])};
      for (Index r = 0; r < 3; ++r)
        stored_x[tissue.place[i] + r] = Tracked::precision().unit * std::fabs(x[i][r]);
    }
    held = errors_of(at);
    const Balance<Tracked> known = balance(tracked, at);
    const MatrixXd H = balance(tissue, x).H;
    inverse = H.inverse();
    const VectorXd g = known.g.unaryExpr(&error_of), e = g + H.cwiseAbs() * stored_x;
    close(lengths_of_blocks(e.array() + 1e-10 * tissue.S, 1),
          lengths_of_blocks(known.H.unaryExpr(&error_of), 3));
  }

  /// `held` for held nodes, `by_node` for free ones.
  std::vector<double> moving(const VectorXd& by_node) const {
    std::vector<double> rho = held;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (tissue.place[i] >= 0) rho[i] = by_node[tissue.place[i] / 3];
    return rho;
  }

 private:
  void close(const VectorXd& e, const MatrixXd& rounded_H) {
    const MatrixXd N = lengths_of_blocks(inverse, 3);
    const VectorXd w = N * e;
    const MatrixXd D = stiffness_change(tissue, x, moving(2 * w)) / 2 + rounded_H;
    const VectorXd bent = N * (D * w);
    double eta = 0;
    for (Index v = 0; v < w.size(); ++v)
      eta = bent[v] <= w[v] / 2 ? std::max(eta, bent[v] / w[v]) : infinity;
    delta = eta <= 0.5 ? VectorXd(w / (1 - eta)) : VectorXd::Constant(w.size(), infinity);
    residual = eta <= 0.5 ? VectorXd(e + D * delta) : delta;
  }
};

/// The header's bound on |q(x') - q(x)|, without rounding.
double volume_error(const Known& known, const Prism<Tracked>& prism) {
  const PrismSlopes<double> V(prism.nodes, known.x);
  const Index unknowns = known.tissue.unknowns;
  VectorXd v = VectorXd::Zero(unknowns);
  double skull = 0;
  for (std::size_t a = 0; a < 6; ++a) {
    const std::size_t i = prism.nodes[a];
    if (known.tissue.place[i] >= 0)
      v.segment<3>(known.tissue.place[i]) += V.first[a];
    else
      skull += V.first[a].norm() * known.held[i];
  }
  const VectorXd y = lengths_of_blocks(known.inverse * v, 1), sizes = v.cwiseAbs();
  const VectorXd off = known.delta + lengths_of_blocks(known.stored_x, 1);
  return y.dot(known.residual) + sizes.dot(known.stored_x) + skull +
         volume_bend(prism.nodes, known.x, known.moving(off));
}

}  // namespace

template <>
Expected<bool> settle(const Tissue<Tracked>& tissue, Points<Tracked>& x) {
  Points<double> values = values_of(x);
  BINDPOSE_TRY(const bool is_convex, settle(values_of(tissue), values));
  const Known known(tissue, values, x);
  for (std::size_t i = 0; i < x.size(); ++i)
    for (Index r = 0; r < 3 && tissue.place[i] >= 0; ++r) {
      const Index k = tissue.place[i];
      const double off = is_convex ? known.delta[k / 3] + known.stored_x[k + r] : infinity;
      x[i][r] = Tracked::uncertain(values[i][r], Tracked::slack * off);
    }
  return is_convex;
}

template <>
std::vector<Tracked> volumes_of(const Tissue<Tracked>& tissue, const Points<Tracked>& x) {
  const Known known(tissue, values_of(x), x);
  const std::vector<double> errors = errors_of(x);
  Points<Tracked> exact;
  for (const Vec3<double>& p : known.x)
    exact.emplace_back(Tracked(p[0]), Tracked(p[1]), Tracked(p[2]));
  std::vector<Tracked> volumes;
  for (const Prism<Tracked>& prism : tissue.prisms) {
    const Tracked q = signed_volume(prism.nodes, exact);
    const bool is_known = std::all_of(prism.nodes.begin(), prism.nodes.end(),
                                      [&](std::size_t i) { return std::isfinite(errors[i]); });
    const double off = is_known ? volume_error(known, prism) : infinity;
    volumes.push_back(
        Tracked::uncertain(q.value(), std::isfinite(off) ? q.error() + Tracked::slack * off : infinity));
  }
  return volumes;
}

}  // namespace bindpose::face
