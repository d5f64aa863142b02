// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/root_motion.h"

#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::animation::root_motion_test {

const Vec3<double> up(0, 1, 0), side(1, 0, 0);

Rigid<double> any(Random& random) {
  return {random.rotation().normalized(), random.point(2)};
}
Quat<double> turn(const Vec3<double>& axis, double angle) {
  return Quat<double>(Eigen::AngleAxisd(angle, axis.normalized()));
}

TEST(root_motion, motion_and_remainder_reproduce_the_key) {
  Random random("root_motion.again");
  for (int round = 0; round < 200; ++round)
    for (const RootTurn kind : {RootTurn::twist, RootTurn::heading, RootTurn::none}) {
      const Rigid<double> key = any(random);
      const Vec3<double> axis = random.direction().normalized(), f = random.direction().normalized();
      const auto split = root_motion<double>(key, {any(random), {1, 0, 1}, axis, f, kind});
      ASSERT_TRUE(split);
      EXPECT_LT((split->r * split->t + split->m - key.translation).norm(), 1e-13);
      EXPECT_LT((split->r * split->q).angularDistance(key.rotation), 1e-7);
      EXPECT_LT((split->r * axis - axis).norm(), 1e-13) << "turns about the axis only";
    }
}

TEST(root_motion, a_rotation_about_the_axis_leaves_no_remainder) {
  for (const double angle : {-2.5, -0.5, 0.25, 3.0})
    for (const RootTurn kind : {RootTurn::twist, RootTurn::heading}) {
      const auto split = root_motion<double>({turn(up, angle), {1, 2, 3}}, {{}, {1, 1, 1}, up, side, kind});
      EXPECT_LT(split->r.angularDistance(turn(up, angle)), 1e-7);
      EXPECT_LT(split->q.angularDistance(Quat<double>::Identity()), 1e-7);
      EXPECT_LT(split->t.norm(), 1e-15);
    }
}

TEST(root_motion, the_heading_is_the_euler_yaw_and_the_twist_is_not) {
  const Quat<double> q = turn(up, 0.7) * turn({0, 0, 1}, 0.5) * turn(side, 0.4);
  const auto heading = turn_about<double>(q, up, side, RootTurn::heading);
  const auto twist = turn_about<double>(q, up, side, RootTurn::twist);
  EXPECT_LT(heading->angularDistance(turn(up, 0.7)), 1e-7);
  EXPECT_GT(twist->angularDistance(turn(up, 0.7)), 0.01);
}

TEST(root_motion, some_rotations_have_no_turn_about_the_axis) {
  const Quat<double> over(0, 1, 0, 0);  // half a turn about x
  EXPECT_FALSE(turn_about<double>(over, up, side, RootTurn::twist));
  EXPECT_TRUE(turn_about<double>(over, up, side, RootTurn::heading));
  EXPECT_FALSE(turn_about<double>(turn({0, 0, 1}, 0.3), up, up, RootTurn::heading));
  EXPECT_TRUE(turn_about<double>(over, up, side, RootTurn::none));
}

}  // namespace bindpose::animation::root_motion_test
