// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/multi_weight_fit_bound.h"

#include <cstdio>

#include <Eigen/SVD>
#include <gtest/gtest.h>

namespace bindpose::examples::multi_weight_fit_bound_test {

/// Two columns, the second of the length s.
MultiWeightFit<Tracked> two_columns(double s, double fraction) {
  DynamicMatrix<Tracked> D(2, 2);
  D << Tracked(1), Tracked(0), Tracked(0), Tracked(s);
  DynamicVector<Tracked> b(2);
  b << Tracked(1), Tracked(s);
  return multi_weight_fit<Tracked>(D, b, Tracked(fraction));
}

TEST(multi_weight_fit_bound, a_singular_value_at_the_cut_is_left_open) {
  Branches::current() = {};
  EXPECT_EQ(two_columns(0.5, 0.25).rank.value(), 2);
  EXPECT_LT(two_columns(0.5, 0.25).w[1].error(), 1e-3);
  EXPECT_EQ(two_columns(0.5, 0.75).rank.value(), 1);
  EXPECT_EQ(Branches::current().undecided, 0U);
  EXPECT_EQ(two_columns(0.5, 0.5).rank.value(), 2);
  EXPECT_EQ(Branches::current().undecided, 1U);
  Branches::current() = {};
  Branches::current().take_other = true;
  EXPECT_EQ(two_columns(0.5, 0.5).rank.value(), 1);
  EXPECT_LT(two_columns(0.5, 0.5).w[0].error(), 1e-3);
  Branches::current() = {};
  EXPECT_TRUE(std::isinf(two_columns(0x1p-15, 0x1p-20).w[1].error())) << "roundoff may be as large";
}

/// Outputs for matrices within e and right sides within f are within the bound.
TEST(multi_weight_fit_bound, perturbed_systems_stay_within_the_bound) {
  Random random("fit.perturbed");
  double weights = 0, fitted = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const auto P = static_cast<Eigen::Index>(2 + random.below(6)),
               n = static_cast<Eigen::Index>(2 + random.below(4));
    DynamicMatrix<double> D(P, n);
    DynamicMatrix<Tracked> known(P, n);
    DynamicVector<double> b(P);
    DynamicVector<Tracked> side(P);
    const double size = std::pow(2.0, -static_cast<double>(5 + random.below(12)));
    DynamicMatrix<double> other(P, n);
    DynamicVector<double> other_b(P);
    for (Eigen::Index k = 0; k < P; ++k) {
      b[k] = random.uniform(-1, 1);
      side[k] = Tracked::uncertain(b[k], size);
      other_b[k] = b[k] + size * (random.below(2) == 0 ? 1 : -1);
      for (Eigen::Index c = 0; c < n; ++c) {
        D(k, c) = random.uniform(-1, 1);
        known(k, c) = Tracked::uncertain(D(k, c), size);
        other(k, c) = D(k, c) + size * (random.below(2) == 0 ? 1 : -1);
      }
    }
    const double fraction = random.uniform(0.05, 0.9);
    Branches::current() = {};
    const auto bound = multi_weight_fit<Tracked>(known, side, Tracked(fraction));
    if (Branches::current().undecided > 0) continue;
    const auto moved = multi_weight_fit<double>(other, other_b, fraction);
    EXPECT_EQ(moved.rank, bound.rank.value());
    for (Eigen::Index c = 0; c < n; ++c)
      weights = std::max(weights, std::fabs(moved.w[c] - bound.w[c].value()) / bound.w[c].error());
    for (Eigen::Index k = 0; k < P; ++k)
      fitted =
          std::max(fitted, std::fabs(moved.fitted[k] - bound.fitted[k].value()) / bound.fitted[k].error());
    EXPECT_LE(std::fabs(moved.residual - bound.residual.value()), bound.residual.error());
  }
  std::printf("perturbed: weights within %.3f of the bound, fitted positions %.3f\n", weights, fitted);
  EXPECT_LE(weights, 1);
  EXPECT_LE(fitted, 1);
  EXPECT_GT(weights, 0.05);
  EXPECT_GT(fitted, 0.05);
}

/// w by another float32 decomposition: of D, or of its transpose, which rounds differently.
Eigen::VectorXf weights_by_other(const Eigen::MatrixXf& D, const Eigen::VectorXf& b, float fraction,
                                 bool of_transpose) {
  const Eigen::MatrixXf given = of_transpose ? D.transpose() : D;
  const Eigen::JacobiSVD<Eigen::MatrixXf, Eigen::FullPivHouseholderQRPreconditioner> svd(
      given, Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Eigen::MatrixXf& U = of_transpose ? svd.matrixV() : svd.matrixU();
  const Eigen::MatrixXf& V = of_transpose ? svd.matrixU() : svd.matrixV();
  const auto& sigma = svd.singularValues();
  Eigen::VectorXf w = Eigen::VectorXf::Zero(D.cols());
  for (Eigen::Index l = 0; l < sigma.size(); ++l)
    if (!(sigma[l] < fraction * sigma[0])) w += V.col(l) * (U.col(l).dot(b) / sigma[l]);
  return w;
}

TEST(multi_weight_fit_bound, other_solvers_stay_within_the_bound) {
  Random random("fit.solvers");
  double worst = 0;
  std::size_t compared = 0;
  for (int trial = 0; trial < 500; ++trial) {
    const auto P = static_cast<Eigen::Index>(1 + random.below(20)),
               n = static_cast<Eigen::Index>(4 + 4 * random.below(4));
    DynamicMatrix<double> D(P, n);
    DynamicVector<double> b(P);
    for (Eigen::Index k = 0; k < P; ++k) {
      b[k] = random.uniform(-1, 1);
      for (Eigen::Index c = 0; c < n; ++c)
        D(k, c) = to_float32(random.uniform(-1, 1) * std::pow(2.0, -static_cast<double>(c)));
    }
    Branches::current() = {};
    const auto bound = multi_weight_fit<Tracked>(D.cast<Tracked>(), b.cast<Tracked>(), Tracked(0x1p-7));
    if (Branches::current().undecided > 0 || !std::isfinite(bound.w[0].error())) continue;
    ++compared;
    const Eigen::MatrixXf D_f = D.cast<float>();
    const Eigen::VectorXf b_f = b.cast<float>();
    for (const bool of_transpose : {false, true}) {
      const Eigen::VectorXf w = weights_by_other(D_f, b_f, 0x1p-7F, of_transpose);
      for (Eigen::Index c = 0; c < n; ++c)
        worst =
            std::max(worst, std::fabs(static_cast<double>(w[c]) - bound.w[c].value()) / bound.w[c].error());
    }
  }
  std::printf("others: %zu systems, weights within %.4f of the bound\n", compared, worst);
  EXPECT_GT(compared, 300U);
  EXPECT_LE(worst, 1);
}

}  // namespace bindpose::examples::multi_weight_fit_bound_test
