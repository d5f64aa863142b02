// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/steps.h"

#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose {

TEST(steps, a_length_near_zero_is_bounded) {
  const auto around_zero = [] { return Tracked::uncertain(1e-7, 1e-6); };
  const Tracked length = norm_of<Tracked>({around_zero(), around_zero(), around_zero()});
  EXPECT_GE(length.error(), std::sqrt(3.0) * 1e-6);
  EXPECT_LT(length.error(), 2e-6);
  EXPECT_EQ(norm_of<Tracked>(Vec3<Tracked>::Zero()).error(), 0);
  EXPECT_LT(norm_of<Tracked>({3, 4, 12}).error(), 16 * 13 * 0x1p-23);
}

TEST(steps, a_maximum_leaves_no_comparison_open) {
  Branches::current() = {};
  const Tracked one = Tracked::uncertain(1, 0.25), more = Tracked::uncertain(1.125, 0.125);
  EXPECT_EQ(greater_of<Tracked>(one, more).value(), 1.125);
  EXPECT_GE(greater_of<Tracked>(one, more).error(), 0.25);
  EXPECT_EQ(greater_of<Tracked>(one, Tracked(3)).error(), 0);
  EXPECT_EQ(Branches::current().undecided, 0u);
  EXPECT_EQ(greater_of(1.0, 2.0), 2.0);
}

TEST(steps, a_root_near_zero_is_bounded) {
  EXPECT_EQ(root_above_zero(-1.0), 0);
  EXPECT_EQ(root_above_zero(4.0), 2);
  const Tracked root = root_above_zero(Tracked::uncertain(-1e-8, 4e-8));
  EXPECT_EQ(root.value(), 0);
  EXPECT_GE(root.error(), 2e-4);  // sqrt(4e-8)
  EXPECT_LT(root.error(), 2.1e-4);
  EXPECT_LT(root_above_zero(Tracked(4)).error(), 1e-5);
}

TEST(steps, half_turns_near_zero_are_bounded) {
  EXPECT_EQ(half_turn(0.0).sinc, 1);
  EXPECT_EQ(half_turn(0.0).cosine, 1);
  EXPECT_DOUBLE_EQ(half_turn(0.25).sinc, std::sin(0.5) / 0.5);
  EXPECT_DOUBLE_EQ(half_turn(0.25).cosine, std::cos(0.5));
  const HalfTurn<Tracked> turn = half_turn(Tracked::uncertain(0, 0.06));
  EXPECT_GE(turn.sinc.error(), 1 - half_turn(0.06).sinc);
  EXPECT_GE(turn.cosine.error(), 1 - half_turn(0.06).cosine);
  EXPECT_LT(turn.cosine.error(), 0.031);
}

TEST(steps, products_of_rotations_are_bounded_by_the_sum_of_their_errors) {
  Random random("steps.product");
  std::vector<Mat3<Tracked>> R;
  std::vector<Quat<Tracked>> q;
  std::vector<Mat3<double>> values;
  for (int k = 0; k < 50; ++k) {
    const Quat<double> rotation = random.rotation().normalized();
    values.push_back(rotation_matrix(rotation));
    R.push_back(values.back().cast<Tracked>());
    q.emplace_back(Vec4<Tracked>(rotation.coeffs().cast<Tracked>()));
  }
  const Mat3<Tracked> product = product_of(R);
  const Mat3<double> expected = product_of(values);
  EXPECT_LT(error_length(product), 3 * 50 * 9 * Tracked::precision().unit);
  for (int i = 0; i < 9; ++i)
    EXPECT_NEAR(product(i).value(), expected(i), 1e-13);
  EXPECT_LT((error_length<4, 1>(product_of(q).coeffs())), 2 * 50 * 8 * Tracked::precision().unit);
}

TEST(steps, products_of_rotations_carry_the_errors_of_their_factors) {
  const double error = 1e-3;
  const auto about_z = [](double angle) {
    return Vec4<double>(0, 0, std::sin(angle / 2), std::cos(angle / 2));
  };
  Vec4<Tracked> first = about_z(0.3).cast<Tracked>();
  for (int i = 0; i < 4; ++i)
    first[i] = Tracked::uncertain(first[i].value(), error / 2);
  const Quat<Tracked> uncertain(first), exact(Vec4<Tracked>(about_z(0.5).cast<Tracked>()));
  const Vec4<double> moved = about_z(0.3 + error), still = about_z(0.3);
  ASSERT_LE((moved - still).cwiseAbs().maxCoeff(), error / 2) << "a rotation within the error";
  const auto expect_covered = [&](const std::vector<Quat<Tracked>>& factors, double angle) {
    const Vec4<Tracked> q = product_of(factors).coeffs();
    for (int i = 0; i < 4; ++i)
      EXPECT_LE(std::fabs(about_z(angle + error)[i] - about_z(angle)[i]), q[i].error()) << i;
  };
  expect_covered({uncertain}, 0.3);
  expect_covered({uncertain, exact}, 0.8);
  expect_covered({exact, uncertain}, 0.8);
}

}  // namespace bindpose
