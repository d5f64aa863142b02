// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/legal_formulas.h"

#include <gtest/gtest.h>

#include "reference/model/surface.h"

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

/// d in float32, from the shortest judged length to the longest whose square is finite.
Vec3<double> direction_of_any_length(Random& random) {
  const double length = std::ldexp(1.0, static_cast<int>(random.below(110)) - 48);
  return Vec3<double>(length * random.point(1)).unaryExpr([](double c) {
    return static_cast<double>(static_cast<float>(c));
  });
}

TEST(LegalFormulas, normalised_lengths_are_inexact_but_within_the_bound) {
  LegalMachine machine(2);
  Random random(3);
  double largest = 0;
  for (int n = 0; n < 20000; ++n) {
    const Vec3<double> d = direction_of_any_length(random);
    if (!(d.norm() > 0x1p-49)) continue;
    for (const bool by_division : {true, false}) {
      machine.change_habits();
      largest = std::max(largest, std::fabs(normalized(machine, d, by_division).norm() - 1));
    }
  }
  EXPECT_LE(largest, unit_length_bound());
  EXPECT_GT(largest, 0.3 * unit_length_bound()) << "the bound is tight";
}

}  // namespace bindpose::legal
