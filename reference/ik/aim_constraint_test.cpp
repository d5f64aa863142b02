// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/aim_constraint.h"

#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::ik::aim_constraint_test {

TEST(aim_constraint, the_axis_points_at_the_source_by_the_smallest_angle) {
  Random random("aim_constraint.points");
  for (int round = 0; round < 100; ++round) {
    const Vec3<double> a = random.direction().normalized(), b = random.direction().normalized();
    const Quat<double> P = random.rotation().normalized(), r = random.rotation().normalized();
    const auto aimed = aim_constraint<double>(P, r, a, b, 1);
    ASSERT_EQ(aimed.undefined, nullptr);
    EXPECT_LT((P * aimed.rotation * a - b).norm(), 1e-12);
    EXPECT_NEAR(aimed.rotation.angularDistance(r), std::acos((P * r * a).dot(b)), 1e-7);
  }
}

TEST(aim_constraint, some_sources_have_no_shortest_way) {
  const Quat<double> none = Quat<double>::Identity();
  const Vec3<double> x(1, 0, 0);
  EXPECT_STREQ(aim_constraint<double>(none, none, x, {-2, 0, 0}, 1).undefined, "AXIS_REVERSED");
  EXPECT_STREQ(aim_constraint<double>(none, none, x, {0, 0, 0}, 1).undefined, "SOURCE_ON_JOINT");
}

}  // namespace bindpose::ik::aim_constraint_test
