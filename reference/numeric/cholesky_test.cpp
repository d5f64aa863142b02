// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/cholesky.h"

#include <gtest/gtest.h>

namespace bindpose::cholesky_test {

using Matrix = DynamicMatrix<double>;
using Vector = DynamicVector<double>;

TEST(Cholesky, positive_definite_systems_are_solved) {
  Matrix A = 4 * Matrix::Identity(3, 3);
  A(1, 0) = A(0, 1) = 2;
  A(2, 0) = A(0, 2) = -1;
  A(2, 1) = A(1, 2) = 0.5;
  const Vector b = Vector::LinSpaced(3, 1, 2);
  const auto x = solved_positive<double>(A, b);
  ASSERT_TRUE(x);
  EXPECT_LT((A * *x - b).norm(), 1e-15);
  A(0, 1) = A(0, 2) = A(1, 2) = 100;
  EXPECT_EQ(*solved_positive<double>(A, b), *x) << "the upper triangle is not read";
}

TEST(Cholesky, other_systems_have_no_solution) {
  const auto is_definite = [](double a, double c, double d) {
    Eigen::Matrix2d A;
    A << a, c, c, d;
    return solved_positive<double>(A, Vector::Ones(2)).has_value();
  };
  EXPECT_TRUE(is_definite(1, 0, 1));
  EXPECT_FALSE(is_definite(-1, 0, 1));
  EXPECT_FALSE(is_definite(1, 0, 0));
  EXPECT_FALSE(is_definite(1, 2, 1)) << "indefinite";
  EXPECT_FALSE(is_definite(1, 1, 1 + 0x1p-17)) << "nearly singular";
  EXPECT_TRUE(is_definite(1, 1, 1 + 0x1p-15));
  EXPECT_TRUE(solved_positive<double>(Matrix::Zero(0, 0), Vector::Zero(0))) << "without unknowns";
}

}  // namespace bindpose::cholesky_test
