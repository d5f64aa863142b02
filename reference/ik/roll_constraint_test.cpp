// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/roll_constraint.h"

#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::ik::roll_constraint_test {

TEST(roll_constraint, the_axis_stays_where_it_is_at_rest) {
  Random random("roll_constraint.axis");
  for (int round = 0; round < 100; ++round) {
    const Vec3<double> a = random.direction().normalized();
    const Quat<double> r_s = random.rotation().normalized(), q_s = random.rotation().normalized(),
                       r = random.rotation().normalized();
    const auto rolled = roll_constraint<double>(r_s, q_s, r, a, random.uniform(0, 1));
    ASSERT_EQ(rolled.undefined, nullptr);
    EXPECT_LT((rolled.rotation * a - r * a).norm(), 1e-12);
  }
}

TEST(roll_constraint, a_roll_of_the_source_is_repeated) {
  const Quat<double> none = Quat<double>::Identity(), roll(Eigen::AngleAxisd(1, Eigen::Vector3d::UnitY()));
  const Vec3<double> x(1, 0, 0), y(0, 1, 0);
  EXPECT_NEAR(roll_constraint<double>(none, roll, none, y, 1).rotation.angularDistance(roll), 0, 1e-12);
  EXPECT_NEAR(roll_constraint<double>(none, roll, none, x, 1).rotation.angularDistance(none), 0, 1e-12);
  EXPECT_STREQ(roll_constraint<double>(none, {0, 0, 0, 1}, none, x, 1).undefined, "AXIS_REVERSED");
}

}  // namespace bindpose::ik::roll_constraint_test
