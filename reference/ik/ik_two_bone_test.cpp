// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/ik_two_bone.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/testing/ik_checks.h"

namespace bindpose::ik {

using namespace test;

namespace ik_two_bone_test {

const Vec3<double> pole(0.25, 3, 1);

ArraySet question_of(const Chain<double>& rest, const std::vector<Vec3<double>>& goals,
                     const Vec3<double>& pole_point) {
  ArraySet question = ik_question(rest, goals);
  Array::Reals poles;
  for (std::size_t i = 0; i < goals.size(); ++i)
    poles.insert(poles.end(), pole_point.begin(), pole_point.end());
  question.add("poles", {goals.size(), 3}, std::move(poles));
  return question;
}

TEST(ik_two_bone, the_elbow_obeys_the_law_of_cosines_and_the_pole) {
  const Chain<double> rest = bent_chain(3);
  const double l1 = norm_of<double>(rest[1] - rest[0]), l2 = norm_of<double>(rest[2] - rest[1]);
  for (const Vec3<double>& goal : goals_around(rest)) {
    const auto solved = ik_two_bone<double>(rest, goal, pole);
    const Vec3<double> upper = solved.positions[1] - rest[0], whole = goal - rest[0];
    const double d = norm_of<double>(whole);
    EXPECT_LT(stretch(solved.positions, rest), 1e-14);
    EXPECT_LT(norm_of<double>(solved.positions[2] - goal), 1e-14);
    const double angle = std::acos((l1 * l1 + d * d - l2 * l2) / (2 * l1 * d));
    EXPECT_NEAR(std::atan2(upper.cross(whole).norm(), upper.dot(whole)), angle, 1e-12);
    EXPECT_NEAR(upper.dot(whole.cross(pole)), 0, 1e-13);      // in the pole's plane
    EXPECT_GT(whole.cross(upper).dot(whole.cross(pole)), 0);  // on its side
  }
}

TEST(ik_two_bone, an_unreachable_goal_gives_a_straight_or_folded_chain) {
  const Chain<double> rest = {{0, 0, 0}, {3, 0, 0}, {3, 1, 0}};
  for (const double distance : {9.0, 1.0}) {
    const ArraySet question = question_of(rest, {{0, 0, distance}}, {1, 2, 0});
    const auto answer = find_algorithm("ik_two_bone")->implementation.in_double(question, {});
    ASSERT_TRUE(answer);
    const double end = distance > 4 ? 4 : 2;
    EXPECT_EQ(answer->find("reachable")->values[0], 0);
    EXPECT_DOUBLE_EQ(answer->find("residual")->values[0], std::fabs(end - distance));
    EXPECT_NEAR(answer->find("positions")->values[5], 3, 1e-7);
    EXPECT_DOUBLE_EQ(answer->find("positions")->values[8], end);
    EXPECT_DOUBLE_EQ(answer->find("nearest")->values[2], end);
  }
}

TEST(ik_two_bone, the_pole_can_be_a_point_or_a_direction) {
  const Chain<double> rest = bent_chain(3);
  const std::vector<Vec3<double>> goals = goals_at(rest, 0.75);
  const Implementation implementation = find_algorithm("ik_two_bone")->implementation;
  const auto as_point = implementation.in_double(question_of(rest, goals, rest[0] + pole), {});
  const auto as_direction = implementation.in_double(question_of(rest, goals, pole), {{"pole", "direction"}});
  const auto wrong = implementation.in_double(question_of(rest, goals, pole), {});
  EXPECT_EQ(as_point->find("positions")->values, as_direction->find("positions")->values);
  EXPECT_NE(as_point->find("positions")->values, wrong->find("positions")->values);
}

TEST(ik_two_bone, a_chain_without_direction_or_side_is_undefined) {
  const Chain<double> rest = {{1, 1, 1}, {3, 1, 1}, {3, 3, 1}};
  const ArraySet question = question_of(rest, {{1, 1, 1}, {1, 4, 1}, {1, 1, 3}}, {1, 9, 1});
  const auto answer = find_algorithm("ik_two_bone")->implementation.in_double(question, {});
  ASSERT_TRUE(answer);
  ASSERT_EQ(answer->undefined.size(), 4u);
  EXPECT_EQ(answer->undefined[0].code, "GOAL_AT_ROOT");
  EXPECT_EQ(answer->undefined[0].row, 0u);
  EXPECT_EQ(answer->undefined[2].code, "POLE_ON_LINE");
  EXPECT_EQ(answer->undefined[2].row, 1u);
  EXPECT_EQ(answer->find("reachable")->values, (std::vector<double>{1, 1, 1}));
}

}  // namespace ik_two_bone_test
}  // namespace bindpose::ik
