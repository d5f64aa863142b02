// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/linear_system.h"

#include <algorithm>

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>
#include <fmt/core.h>
#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::linear_system_test {

using Eigen::Index, Eigen::MatrixXd, Eigen::MatrixXf, Eigen::VectorXd, Eigen::VectorXf;

/// Gaussians of distances between random points, 1 on the diagonal; bordered: with a row and a column of ones and a zero.
MatrixXd gaussians(Index n, bool bordered, Random& random) {
  std::vector<Vec3<double>> points;
  for (Index i = 0; i < n; ++i)
    points.push_back(random.point(2));
  MatrixXd A = MatrixXd::Zero(n + (bordered ? 1 : 0), n + (bordered ? 1 : 0));
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j)
      A(i, j) = to_float32(std::exp(
          -(points[static_cast<std::size_t>(i)] - points[static_cast<std::size_t>(j)]).squaredNorm()));
  if (bordered) {
    A.col(n).head(n).setOnes();
    A.row(n).head(n).setOnes();
  }
  return A;
}

MatrixXd numbers(Index rows, Index columns, Random& random) {
  MatrixXd B(rows, columns);
  for (Index i = 0; i < B.size(); ++i)
    B(i) = random.uniform(-1, 1);
  return B;
}

DynamicMatrix<Tracked> known_to(const MatrixXd& A, double error) {
  return A.unaryExpr([error](double x) { return Tracked::uncertain(x, error); });
}

/// Greatest error of X in units of the bound.
double fraction(const MatrixXd& X, const DynamicMatrix<Tracked>& bounds) {
  double worst = 0;
  for (Index i = 0; i < X.size(); ++i) {
    const double f = std::fabs(X(i) - bounds(i).value()) / bounds(i).error();
    worst = f <= worst ? worst : f;
  }
  return worst;
}

TEST(LinearSystem, small_systems_are_solved_exactly) {
  const MatrixXd A{{0, 2}, {4, 1}}, B{{2, 6}, {5, 3}};
  EXPECT_EQ(solved<double>(A, B), (MatrixXd{{1, 0}, {1, 3}})) << "the first pivot is 0";
  EXPECT_EQ(row_sum_norm<double>(A), 5);
  EXPECT_EQ(condition_number<double>(A), 5 * 0.5);
  const MatrixXd equal{{1, 2}, {-1, 2}};
  EXPECT_EQ(solved<double>(equal, MatrixXd::Identity(2, 2)), (MatrixXd{{0.5, -0.5}, {0.25, 0.25}}));
}

TEST(LinearSystem, solvers_in_float32_stay_within_the_bound) {
  Random random("linear_system.float32");
  double ours = 0, cholesky = 0, qr = 0, inverse = 0;
  for (int round = 0; round < 4000; ++round) {
    const Index n = 1 + static_cast<Index>(random.below(8));
    const bool bordered = random.below(2) == 0;
    const MatrixXd A = gaussians(n, bordered, random), B = numbers(A.rows(), 2, random);
    const auto bounds = solved<Tracked>(known_to(A, 0), known_to(B, 0));
    const MatrixXf a = A.cast<float>(), b = B.cast<float>();
    if (!std::isfinite(bounds(0).error())) continue;
    ours = std::max(ours, fraction(solved<float>(a, b).cast<double>(), bounds));
    qr = std::max(qr, fraction(MatrixXf(a.householderQr().solve(b)).cast<double>(), bounds));
    inverse = std::max(inverse, fraction(MatrixXf(a.inverse() * b).cast<double>(), bounds));
    if (!bordered) cholesky = std::max(cholesky, fraction(MatrixXf(a.llt().solve(b)).cast<double>(), bounds));
  }
  fmt::print("linear systems: elimination {:.4f}, Cholesky {:.4f}, QR {:.4f}, inverse {:.4f} of the bound\n",
             ours, cholesky, qr, inverse);
  for (const double worst : {ours, cholesky, qr, inverse}) {
    EXPECT_LE(worst, 1);
    EXPECT_GT(worst, 0.002);
  }
}

TEST(LinearSystem, disturbed_systems_stay_within_the_bound) {
  Random random("linear_system.disturbed");
  double worst = 0;
  for (int round = 0; round < 4000; ++round) {
    const Index n = 1 + static_cast<Index>(random.below(8));
    const double e = std::ldexp(1, -10 - static_cast<int>(random.below(15)));
    const MatrixXd A = gaussians(n, false, random), B = numbers(n, 1, random);
    const auto bounds = solved<Tracked>(known_to(A, e), known_to(B, e));
    if (!std::isfinite(bounds(0).error())) continue;
    const MatrixXd inverse = solved<double>(A, MatrixXd::Identity(n, n));
    MatrixXd E(n, n), F(n, 1);  // the worst case of x_0 to first order
    for (Index i = 0; i < n; ++i) {
      F(i) = inverse(0, i) < 0 ? -e : e;
      for (Index j = 0; j < n; ++j)
        E(i, j) = (inverse(0, i) < 0) == ((inverse * B)(j) < 0) ? -e : e;
    }
    worst = std::max(worst, fraction(solved<double>(A + E, B + F), bounds));
  }
  fmt::print("disturbed systems: {:.3f} of the bound\n", worst);
  EXPECT_LE(worst, 1);
  EXPECT_GT(worst, 0.2);
}

TEST(LinearSystem, sums_over_unknowns_stay_within_a_smaller_bound) {
  Random random("linear_system.combined");
  double one_way = 0, other_way = 0, gain = 0;
  for (int round = 0; round < 4000; ++round) {
    const Index n = 2 + static_cast<Index>(random.below(6));
    const MatrixXd A = gaussians(n, true, random), B = numbers(n + 1, 1, random);
    VectorXd y = A.col(0) + 0.25 * A.col(1) - 0.25 * A.col(n - 1);
    y = y.unaryExpr([](double x) { return to_float32(x); }).eval();
    const SolvedSystem<Tracked> system(known_to(A, 0), known_to(B, 0));
    const Tracked sum = combined<Tracked>(system, known_to(y, 0), 0);
    if (!std::isfinite(sum.error())) continue;
    const MatrixXf a = A.cast<float>(), b = B.cast<float>();
    const SolvedSystem<float> in_float(a, b);
    const float first = combined<float>(in_float, y.cast<float>(), 0);
    const MatrixXf weights = solved<float>(a.transpose(), y.cast<float>());
    const float second = (weights.transpose() * b)(0);
    one_way = std::max(one_way, std::fabs(static_cast<double>(first) - sum.value()) / sum.error());
    other_way = std::max(other_way, std::fabs(static_cast<double>(second) - sum.value()) / sum.error());
    double unrelated = 0;
    for (Index i = 0; i <= n; ++i)
      unrelated += std::fabs(y[i]) * system.X(i, 0).error();
    gain = std::max(gain, unrelated / sum.error());
  }
  fmt::print(
      "sums over unknowns: {:.4f}, weights first {:.4f} of the bound, up to {:.0f} times smaller than "
      "theirs\n",
      one_way, other_way, gain);
  EXPECT_LE(one_way, 1);
  EXPECT_LE(other_way, 1);
  EXPECT_GT(gain, 10);
}

TEST(LinearSystem, condition_numbers_are_bounded_or_undecided) {
  Random random("linear_system.condition");
  for (int round = 0; round < 200; ++round) {
    const MatrixXd A = gaussians(4, false, random);
    const Tracked bound = condition_number<Tracked>(known_to(A, 0));
    const double in_float = static_cast<double>(condition_number<float>(A.cast<float>()));
    EXPECT_EQ(bound.value(), condition_number<double>(A));
    EXPECT_LE(std::fabs(in_float - bound.value()), bound.error());
  }
  const MatrixXd nearly{{1, 1 - 0x1p-20}, {1 - 0x1p-20, 1}};
  EXPECT_TRUE(std::isinf(solved<Tracked>(known_to(nearly, 0), known_to(nearly, 0))(0).error()));
}

/// The header requires of elimination that numbers hardly grow.
TEST(LinearSystem, elimination_of_gaussians_has_little_growth) {
  Random random("linear_system.growth");
  double worst = 0;
  for (int round = 0; round < 4000; ++round) {
    const Index size = 1 + static_cast<Index>(random.below(10));
    const MatrixXd A = gaussians(size, random.below(2) == 0, random);
    const Eigen::PartialPivLU<MatrixXd> lu(A);
    const MatrixXd L = lu.matrixLU().triangularView<Eigen::UnitLower>();
    const MatrixXd U = lu.matrixLU().triangularView<Eigen::Upper>();
    const auto n = static_cast<double>(A.rows());
    worst = std::max(worst, (3 * n + 8) * (L.cwiseAbs() * U.cwiseAbs()).norm() / (n * (n + 10) * A.norm()));
  }
  fmt::print("elimination: |L| |U| at most {:.2f} of the allowed value\n", worst);
  EXPECT_LE(worst, 1);
  EXPECT_GT(worst, 0.5);
}

}  // namespace bindpose::linear_system_test
