// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/simplex.h"

#include <cstdio>

#include <Eigen/LU>
#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::simplex_test {

using Matrix = DynamicMatrix<double>;
using Vector = DynamicVector<double>;
using Eigen::Index;

Matrix random_matrix(Index rows, Index columns, Random& random) {
  Matrix A(rows, columns);
  for (Index c = 0; c < columns; ++c)
    for (Index r = 0; r < rows; ++r)
      A(r, c) = random.uniform(-1, 1);
  return A;
}

/// Weights of some columns whose sum is nearest to b, whatever their sign, by the normal equations of differences.
template <class T>
DynamicVector<T> in_hull(const DynamicMatrix<T>& A, const DynamicVector<T>& b, unsigned which) {
  std::vector<Index> in;
  for (Index j = 0; j < A.cols(); ++j)
    if ((which >> j & 1U) != 0) in.push_back(j);
  const auto n = static_cast<Index>(in.size()) - 1;
  if (n == 0) return DynamicVector<T>::Unit(A.cols(), in[0]);
  DynamicMatrix<T> D(A.rows(), n);
  for (Index i = 0; i < n; ++i)
    D.col(i) = A.col(in[static_cast<std::size_t>(i) + 1]) - A.col(in[0]);
  const DynamicMatrix<T> N = D.transpose() * D;
  const DynamicVector<T> z = N.fullPivLu().solve(D.transpose() * (b - A.col(in[0])));
  DynamicVector<T> w = DynamicVector<T>::Zero(A.cols());
  w[in[0]] = T(1) - z.sum();
  for (Index i = 0; i < n; ++i)
    w[in[static_cast<std::size_t>(i) + 1]] = z[i];
  return w;
}

/// The steepest descent from the weights w.
template <class T>
T descent_left(const DynamicMatrix<T>& A, const DynamicVector<T>& b, const DynamicVector<T>& w) {
  const DynamicVector<T> gradient = A.transpose() * (A * w - b);
  return gradient.dot(w) - gradient.minCoeff();
}

/// Searches the nearest points of all faces of the simplex for the one without descent.
template <class T>
DynamicVector<T> by_enumeration(const DynamicMatrix<T>& A, const DynamicVector<T>& b) {
  DynamicVector<T> best;
  for (unsigned which = 1; which < 1U << A.cols(); ++which) {
    const DynamicVector<T> w = in_hull<T>(A, b, which);
    if (w.minCoeff() < 0) continue;
    if (best.size() == 0 || descent_left<T>(A, b, w) < descent_left<T>(A, b, best)) best = w;
  }
  return best;
}

TEST(simplex, the_weight_of_a_single_column_may_be_rounded) {
  DynamicMatrix<Tracked> A(2, 1);
  A << Tracked(0.5), Tracked(-3);
  DynamicVector<Tracked> b(2);
  b << Tracked(1), Tracked(7);
  const Tracked w = simplex_least_squares<Tracked>(A, b)[0];
  EXPECT_EQ(w.value(), 1);
  EXPECT_GE(w.error(), 0x1p-24) << "0.99999994 is allowed";
  EXPECT_LE(w.error(), 3 * 0x1p-23);
}

TEST(simplex, the_best_of_all_faces_is_found) {
  Random random("simplex.faces");
  Index on_faces = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const auto n = static_cast<Index>(1 + random.below(5)), m = n + static_cast<Index>(random.below(6));
    const Matrix A = random_matrix(m, n, random);
    const Vector b = random_matrix(m, 1, random);
    const Vector w = simplex_least_squares<double>(A, b);
    EXPECT_NEAR(w.sum(), 1, 1e-14);
    EXPECT_GE(w.minCoeff(), 0);
    EXPECT_LT((w - by_enumeration<double>(A, b)).norm(), 1e-9);
    on_faces += w.minCoeff() == 0 ? 1 : 0;
  }
  EXPECT_GT(on_faces, 500);
}

TEST(simplex, a_target_inside_the_simplex_is_reached) {
  Matrix A(3, 4);
  A << 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1;
  const Vector inside = simplex_least_squares<double>(A, Vector::Constant(3, 0.125));
  EXPECT_LT((inside - Eigen::Vector4d(0.625, 0.125, 0.125, 0.125)).norm(), 1e-15);
  const Vector corner = simplex_least_squares<double>(A, Eigen::Vector3d(0, 7, 1));
  EXPECT_EQ(corner, Eigen::Vector4d(0, 0, 1, 0));
}

TEST(simplex, the_first_of_equal_columns_is_used) {
  Matrix A(3, 3);
  A << 1, 1, 0, 0, 0, 0, 0, 0, 0;
  EXPECT_EQ(simplex_least_squares<double>(A, Eigen::Vector3d(1, 1, 0)), Eigen::Vector3d(1, 0, 0));
  EXPECT_LT(
      (simplex_least_squares<double>(A, Eigen::Vector3d(0.25, 1, 0)) - Eigen::Vector3d(0.25, 0, 0.75)).norm(),
      1e-15);
}

DynamicVector<Tracked> bound_of(const Matrix& A, const Vector& b, double off) {
  const auto known = [off](double x) { return Tracked::uncertain(x, off); };
  return simplex_least_squares<Tracked>(A.unaryExpr(known), b.unaryExpr(known));
}

TEST(simplex, perturbed_columns_stay_within_the_bound) {
  Random random("simplex.perturbed");
  double worst = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const auto n = static_cast<Index>(2 + random.below(3)), m = n + 3;
    const double off = std::pow(2.0, -static_cast<double>(4 + random.below(16)));
    const Matrix A = random_matrix(m, n, random);
    const Vector b = random_matrix(m, 1, random);
    const auto bound = bound_of(A, b, off);
    const auto side = [&](double x) { return x + (random.below(2) == 0 ? off : -off); };
    const Matrix other_A = A.unaryExpr(side);
    const Vector other_b = b.unaryExpr(side), w = simplex_least_squares<double>(other_A, other_b);
    for (Index j = 0; j < n; ++j)
      worst = std::max(worst, std::fabs(w[j] - bound[j].value()) / bound[j].error());
  }
  std::printf("perturbed: weights within %.3f of the bound\n", worst);
  EXPECT_LE(worst, 1);
  EXPECT_GT(worst, 0.05);
}

TEST(simplex, other_solvers_in_float32_stay_within_the_bound) {
  Random random("simplex.solvers");
  double worst = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const auto n = static_cast<Index>(2 + random.below(3)), m = n + static_cast<Index>(random.below(9));
    const Matrix A = random_matrix(m, n, random);
    const Vector b = random_matrix(m, 1, random);
    const auto bound = bound_of(A, b, 0);
    if (!std::isfinite(bound[0].error())) continue;
    const Eigen::MatrixXf A_f = A.cast<float>();
    const Eigen::VectorXf b_f = b.cast<float>();
    for (const Eigen::VectorXf& w : {by_enumeration<float>(A_f, b_f), simplex_least_squares<float>(A_f, b_f)})
      for (Index j = 0; j < n; ++j)
        worst = std::max(worst, std::fabs(static_cast<double>(w[j]) - bound[j].value()) / bound[j].error());
  }
  std::printf("others: weights within %.4f of the bound\n", worst);
  EXPECT_LE(worst, 1);
  EXPECT_GT(worst, 1e-4);
}

TEST(simplex, coinciding_columns_have_no_bound) {
  Matrix A(3, 2);
  A << 1, 1, 0, 0, 0, 0x1p-20;
  EXPECT_TRUE(std::isinf(bound_of(A, Vector::Zero(3), 0x1p-20)[0].error()));
  EXPECT_LT(bound_of(A.leftCols(1), Vector::Zero(3), 0x1p-20)[0].error(), 3 * 0x1p-23);
  EXPECT_TRUE(std::isinf(least_response(A.leftCols(1))));
  EXPECT_NEAR(least_response(A), 0x1p-20 / std::sqrt(2.0), 1e-20);
}

}  // namespace bindpose::simplex_test
