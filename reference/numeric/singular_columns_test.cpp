// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/singular_columns.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::singular_columns_test {

using Matrix = DynamicMatrix<double>;

Matrix random_matrix(Eigen::Index rows, Eigen::Index columns, Random& random) {
  Matrix D(rows, columns);
  for (Eigen::Index r = 0; r < rows; ++r)
    for (Eigen::Index c = 0; c < columns; ++c)
      D(r, c) = random.uniform(-1, 1);
  return D;
}

TEST(SingularColumns, rotated_columns_of_any_shape_are_orthogonal) {
  Random random("singular_columns.shapes");
  for (const auto& [rows, columns] :
       std::vector<std::pair<int, int>>{{12, 8}, {8, 8}, {3, 8}, {1, 4}, {24, 16}, {5, 1}}) {
    const Matrix D = random_matrix(rows, columns, random);
    const auto found = singular_columns<double>(D);
    EXPECT_LT((found.V.transpose() * found.V - Matrix::Identity(columns, columns)).norm(), 1e-13);
    EXPECT_LT((D * found.V - found.US).norm(), 1e-13);
    Matrix squares = found.US.transpose() * found.US;
    squares.diagonal().setZero();
    EXPECT_LT(squares.norm(), 1e-14);
    int others = 0;
    for (int k = 0; k < columns; ++k)
      others += found.US.col(k).norm() < 1e-14 ? 1 : 0;
    EXPECT_EQ(others, std::max(0, columns - rows));
  }
}

TEST(SingularColumns, sweeps_converge_in_113_bits) {
  Random random("singular_columns.quad");
  const DynamicMatrix<Quad> D = random_matrix(20, 16, random).cast<Quad>();
  const auto found = singular_columns<Quad>(D);
  for (Eigen::Index p = 0; p < 16; ++p)
    for (Eigen::Index q = p + 1; q < 16; ++q)
      EXPECT_LT(std::fabs(to_double(dot_of(found.US.col(p), found.US.col(q)))), 1e-31);
}

}  // namespace bindpose::singular_columns_test
