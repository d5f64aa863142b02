// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/eigensystem.h"

#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose {

TEST(Eigensystem, eigenvectors_and_values_give_the_matrix) {
  Random random("rotation_centre.eigen");
  for (int round = 0; round < 200; ++round) {
    Mat3<double> A;
    for (double& entry : A.reshaped())
      entry = random.uniform(-1, 1) * std::ldexp(1, -(round % 30));
    if (round % 3 == 0) A.row(1) = A.row(0);  // singular
    const Mat3<double> N = A.transpose() * A;
    const auto [values, V] = symmetric_eigensystem(N);
    EXPECT_LT((V * values.asDiagonal() * V.transpose() - N).norm(), 1e-14 * N.norm() + 1e-300);
    EXPECT_LT((V.transpose() * V - Mat3<double>::Identity()).norm(), 1e-14);
  }
  EXPECT_EQ(symmetric_eigensystem<double>(Mat3<double>::Zero()).values.norm(), 0);
}

TEST(Eigensystem, the_least_solution_omits_unmarked_directions) {
  const Eigensystem<double> of_N{{4, 2, 1}, Mat3<double>::Identity()};
  EXPECT_EQ(least_solution<double>(of_N, {8, 8, 8}, {true, false, true}), Vec3<double>(2, 0, 8));
  EXPECT_EQ(along_eigenvectors<double>(of_N, {1, 2, 3}), Vec3<double>(1, 2, 3));
}

}  // namespace bindpose
