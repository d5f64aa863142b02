// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/legal_formulas.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace bindpose::legal {

const Mat3<double> C = (Mat3<double>() << 1, 2, 3, 0, 1, 4, 5, 6, 0).finished();

TEST(LegalFormulas, small_integers_are_exact) {
  LegalMachine machine(1);
  EXPECT_EQ(dot(machine, {1, 2, 3}, {4, 5, 6}), 32);
  EXPECT_EQ(times(machine, C, {1, 1, 1}), Vec3<double>(6, 5, 11));
  EXPECT_EQ(cofactor(machine, C), bindpose::cofactor(C));
  const Affine<double> M{C, {1, 2, 3}};
  EXPECT_EQ(transform(machine, M, {1, 1, 1}), Vec3<double>(7, 7, 14));
  EXPECT_EQ(product(machine, M, M).linear, C * C);
  EXPECT_EQ(product(machine, M, M).translation,
            Vec3<double>(C * Vec3<double>(1, 2, 3) + Vec3<double>(1, 2, 3)));
}

TEST(LegalFormulas, both_normalisations_are_near_unit_and_not_exact) {
  LegalMachine machine(2);
  double largest = 0;
  for (int n = 0; n < 200; ++n)
    for (const bool by_division : {true, false}) {
      machine.change_habits();
      largest = std::max(largest, std::fabs(normalized(machine, {0.3, -0.7, 0.2}, by_division).norm() - 1));
    }
  EXPECT_LT(largest, 4e-6);
  EXPECT_GT(largest, 1e-8) << "float32 rounds";
}

}  // namespace bindpose::legal
