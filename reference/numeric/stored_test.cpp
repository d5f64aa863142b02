// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/stored.h"

#include <gtest/gtest.h>

namespace bindpose {

TEST(Stored, storing_keeps_values_and_joins_terms) {
  const Tracked difference = Tracked(3) - Tracked(2);
  const Affine<Tracked> map{Mat3<Tracked>::Constant(difference), Vec3<Tracked>::Constant(difference)};
  const Affine<Tracked> kept = stored_entries(map);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(kept.translation[i].value(), 1);
    EXPECT_LT(kept.translation[i].magnitude(), difference.magnitude());
    EXPECT_LT(kept.linear(i, i).magnitude(), difference.magnitude());
    EXPECT_GE(kept.linear(i, i).error(), difference.error());
  }
}

TEST(Stored, quaternions_keep_their_order) {
  const Quat<double> q = stored_entries(quaternion_xyzw<double>(1, 2, 3, 4));
  EXPECT_EQ(q.coeffs(), Vec4<double>(1, 2, 3, 4));
}

TEST(Stored, tighten_takes_the_smaller_bound) {
  Vec3<Tracked> x(Tracked::uncertain(1, 0.5), Tracked::uncertain(2, 0.125), Tracked(3));
  tighten_entries(x, 0.25);
  EXPECT_NEAR(x[0].error(), 0.25, 1e-6);
  EXPECT_NEAR(x[1].error(), 0.125, 1e-6);
  EXPECT_EQ(x[2].error(), 0);
  EXPECT_EQ(x[0].value(), 1);
  Vec3<double> plain(1, 2, 3);
  tighten_entries(plain, 0);
  EXPECT_EQ(plain, Vec3<double>(1, 2, 3));
}

TEST(Stored, error_length_combines_the_bounds_of_all_entries) {
  const Vec3<Tracked> x(Tracked::uncertain(1, 3), Tracked::uncertain(2, 4), Tracked(3));
  EXPECT_NEAR(error_length(x), 5, 1e-4);
  EXPECT_EQ(error_length(Vec3<double>(1, 2, 3)), 0);
}

}  // namespace bindpose
