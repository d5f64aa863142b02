// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/ik_limb.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/ik/ik_two_bone.h"
#include "reference/ik/shared/ik_chain.h"

namespace bindpose::ik::ik_limb_test {

const Vec3<double> pole(0.25, 3, 1);

/// The axis perpendicular to both bones about which a rotation opens the elbow.
Vec3<double> hinge_of(const Chain<double>& rest) {
  return Vec3<double>(rest[2] - rest[1]).cross(rest[1] - rest[0]);
}
Limb<double> solved(const Chain<double>& rest, const Vec3<double>& goal, double sigma = 1, double w = 1) {
  return ik_limb<double>(rest, {goal, pole, hinge_of(rest), 0, sigma, w});
}

TEST(ik_limb, full_rotations_give_the_positions_of_ik_two_bone) {
  const Chain<double> rest = bent_chain(3);
  for (const Vec3<double>& goal : goals_around(rest)) {
    const Chain<double> expected = ik_two_bone<double>(rest, goal, pole).positions;
    const Limb<double> limb = solved(rest, goal);
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_LT((limb.positions[i] - expected[i]).norm(), 1e-13);
  }
}

TEST(ik_limb, the_elbow_rotates_only_about_the_hinge) {
  const Chain<double> rest = bent_chain(3);
  const Vec3<double> hinge = hinge_of(rest).normalized();
  for (const Vec3<double>& goal : goals_around(rest)) {
    const Limb<double> limb = solved(rest, goal);
    EXPECT_LT(limb.elbow.vec().cross(hinge).norm(), 1e-13);
    const Vec3<double> normal = (goal - rest[0]).cross(pole).normalized();
    EXPECT_LT((limb.root * hinge - normal).norm(), 1e-13) << "no rotation except about the hinge";
  }
}

TEST(ik_limb, softening_starts_at_its_threshold_and_stays_in_reach) {
  const double l = 2.5;
  EXPECT_EQ(softened(1.75, 1.5, 1.0, 0.75), 1.75);
  double before = 0.75 * l;
  for (const double D : {0.8, 0.9, 1.0, 1.5, 4.0}) {
    const double d = softened(D * l, 1.5, 1.0, 0.75);
    EXPECT_GT(d, before);
    EXPECT_LT(d, l);
    before = d;
  }
  EXPECT_NEAR(softened(l, 1.5, 1.0, 0.75), l * (1 - 0.25 * 81 / 256), 1e-15);
  EXPECT_EQ(softened(2 * l, 1.5, 1.0, 1.0), l);
  EXPECT_EQ(softened(0.125, 1.5, 1.0, 1.0), 0.5);
}

TEST(ik_limb, a_weight_of_zero_gives_the_rest_pose) {
  const Chain<double> rest = bent_chain(3);
  const Limb<double> limb = solved(rest, goals_at(rest, 0.75)[0], 1, 0);
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_LT((limb.positions[i] - rest[i]).norm(), 1e-15);
}

TEST(ik_limb, a_limb_without_a_direction_is_undefined) {
  const Chain<double> rest = {{1, 1, 1}, {3, 1, 1}, {3, 3, 1}};
  const auto code = [&](const Vec3<double>& goal, const Vec3<double>& hinge) {
    return std::string(ik_limb<double>(rest, {goal, {0, 1, 0}, hinge, 0, 1, 1}).undefined);
  };
  EXPECT_EQ(code({1, 1, 1}, {0, 0, -1}), "GOAL_AT_ROOT");
  EXPECT_EQ(code({1, 4, 1}, {0, 0, -1}), "POLE_ON_LINE");
  EXPECT_EQ(code({2, 2, 2}, {0, -1, 0}), "HINGE_ON_BONE");
}

TEST(ik_limb, two_signs_undecided_in_float32_leave_the_limb_open) {
  ArraySet question;
  question.put({"rest", {1, 3, 3}, Array::Reals{0, 0, 0, 1.5, 3, 3, 2.5, 5, 5}});
  question.put({"goals", {1, 3}, Array::Reals{-0.25, -0.5, -0.5}});
  question.put({"pole_directions", {1, 3}, Array::Reals{2, 1, -2}});
  question.put({"hinges", {1, 3}, Array::Reals{-2, 2, -1}});
  question.put({"twists", {1}, Array::Reals{0}});
  question.put({"softenings", {1}, Array::Reals{1}});
  question.put({"correction_weights", {1}, Array::Reals{0.5}});
  const auto result = find_algorithm("ik_limb")->implementation.in_tracked(question, {});
  ASSERT_TRUE(result);
  const auto& positions = result->find("positions")->values;
  EXPECT_EQ(positions[0].error(), 0) << "the root stays";
  EXPECT_TRUE(std::isinf(positions[8].error()));
  for (const Tracked& number : result->find("root_rotations")->values)
    EXPECT_TRUE(std::isinf(number.error()));
}

}  // namespace bindpose::ik::ik_limb_test
