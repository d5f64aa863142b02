// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/ik_aim.h"

#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::ik::ik_aim_test {

TEST(ik_aim, the_axis_points_at_the_goal_and_up_leans_to_the_pole) {
  Random random("ik_aim.points");
  for (int round = 0; round < 200; ++round) {
    const Vec3<double> f = random.direction().normalized(), u = random.direction(), o = random.point(0.5),
                       g = 3 * random.direction(), k = random.direction();
    const Aimed<double> aimed = ik_aim<double>({f, u, o, g, k, 1});
    ASSERT_TRUE(aimed.is_reached);
    const Vec3<double> axis = aimed.correction * f, from = aimed.correction * o;
    EXPECT_LT((g - from).cross(axis).norm(), 1e-12);
    EXPECT_GT((g - from).dot(axis), 0);
    const Vec3<double> side = g.cross(k), up = g.cross(aimed.correction * u);
    EXPECT_LT(side.cross(up).norm(), 1e-12);
    EXPECT_GT(side.dot(up), 0);
  }
}

TEST(ik_aim, a_goal_inside_the_offset_is_not_reached) {
  const Vec3<double> x(1, 0, 0), y(0, 1, 0);
  EXPECT_FALSE(ik_aim<double>({x, y, {0, 1, 0}, {0.5, 0, 0.5}, y, 1}).is_reached);
  EXPECT_FALSE(ik_aim<double>({x, y, {0, 0, 0}, {0, 0, 0}, y, 1}).is_reached);
  EXPECT_TRUE(ik_aim<double>({x, y, {0, 1, 0}, {0.5, 0, 1}, y, 1}).is_reached);
}

TEST(ik_aim, some_axes_have_no_direction) {
  const Vec3<double> x(1, 0, 0), y(0, 1, 0), z(0, 0, 1), none(0, 0, 0);
  EXPECT_STREQ(ik_aim<double>({x, x, none, z, y, 1}).undefined, "UP_ON_AXIS");
  EXPECT_STREQ(ik_aim<double>({x, y, none, z, z, 1}).undefined, "POLE_ON_LINE");
  EXPECT_EQ(ik_aim<double>({x, y, none, -x, y, 1}).undefined, nullptr);
}

}  // namespace bindpose::ik::ik_aim_test
