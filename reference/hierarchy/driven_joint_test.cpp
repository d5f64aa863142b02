// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/driven_joint.h"

#include <numbers>

#include <gtest/gtest.h>

#include "reference/testing/answers.h"

namespace bindpose::hierarchy::driven_joint_test {

using Row = Array::Reals;
using std::numbers::pi;

Quat<double> about(const Vec3<double>& axis, double angle) {
  return Quat<double>(Eigen::AngleAxis<double>(angle, axis.normalized()));
}

TEST(driven_joint, the_angle_is_the_twist_about_the_axis) {
  const Vec3<double> a(0, 0, 1);
  for (const double theta : {-3.0, -1.0, 0.0, 0.5, 2.0, 3.125}) {
    EXPECT_NEAR(angle_about(a, about(a, theta)), theta, 1e-15);
    const Quat<double> swung = about({1, 2, 0}, 0.75) * about(a, theta);
    EXPECT_NEAR(angle_about(a, swung), theta, 1e-14) << "a swing does not count";
    EXPECT_NEAR(angle_about(a, Quat<double>(-swung.coeffs())), theta, 1e-14) << "nor does the sign";
  }
  EXPECT_NEAR(angle_about(a, about(a, 4)), 4 - 2 * pi, 1e-15);
  EXPECT_EQ(angle_about(a, about({1, 0, 0}, 2)), 0);
}

/// A root rotated by 1 radian about z, a child that it drives from 0 to 2 radians, and that child's child.
ArraySet bulging(int what) {
  std::vector<LocalTransform<double>> locals(3);
  locals[0].trs.rotation = about({0, 0, 1}, 1);
  locals[1].trs.translation = {0, 5, 0};
  locals[2].trs.translation = {0, 0, 1};
  ArraySet question;
  add_pose(question, {-1, 0, 1}, locals);
  question.find("local_rotations")->data = Row{0, 0, std::sin(0.5), std::cos(0.5), 0, 0, 0, 1, 0, 0, 0, 1};
  question.add("drives", {1, 3}, Array::Integers{0, 1, what});
  question.add("drive_axes", {1, 3}, Row{0, 0, 1});
  question.add("key_counts", {1}, Array::Integers{2});
  question.add("key_angles", {2}, Row{0, 2});
  question.add("key_values", {2, 3}, Row{1, 1, 1, 2, 1, 3});
  return question;
}

Row world(const ArraySet& question) {
  const auto result = find_algorithm("driven-joint")->implementation.in_double(question, {});
  EXPECT_TRUE(result) << to_string(result.error());
  return result ? result->find("world")->values : Row(36, 0.0);
}

TEST(driven_joint, a_skeleton_without_drives_gives_forward_kinematics) {
  ArraySet question = bulging(0);
  question.put({"drives", {0, 3}, Array::Integers{}});
  question.put({"key_counts", {0}, Array::Integers{}});
  question.put({"drive_axes", {0, 3}, Row{}});
  question.put({"key_angles", {0}, Row{}});
  question.put({"key_values", {0, 3}, Row{}});
  EXPECT_EQ(world(question),
            find_algorithm("fk.matrix")->implementation.in_double(question, {})->find("world")->values);
}

TEST(driven_joint, invalid_inputs_are_refused) {
  const auto error = [](Array changed) {
    return test::error_with("driven-joint", bulging(1), std::move(changed));
  };
  EXPECT_EQ(error({"drives", {1, 3}, Array::Integers{0, 1, 0}}), "");
  EXPECT_EQ(error({"drives", {1, 3}, Array::Integers{3, 1, 0}}), "INDEX_RANGE drives[0][0]");
  EXPECT_EQ(error({"drives", {1, 3}, Array::Integers{0, -1, 0}}), "INDEX_RANGE drives[0][1]");
  EXPECT_EQ(error({"drives", {1, 3}, Array::Integers{0, 1, 2}}), "INDEX_RANGE drives[0][2]");
  EXPECT_EQ(error({"key_counts", {1}, Array::Integers{3}}), "COUNT_MISMATCH key_counts[0]");
  EXPECT_EQ(error({"key_counts", {1}, Array::Integers{1}}), "COUNT_MISMATCH key_angles");
  EXPECT_EQ(error({"key_angles", {2}, Row{1, 1}}), "PARAMETER_RANGE key_angles[1]");
  ArraySet matrix = bulging(1);
  matrix.add("local_is_matrix", {3}, Array::Integers{1, 0, 0});
  Row maps(36, 0.0);
  for (std::size_t j = 0; j < 3; ++j)
    for (std::size_t c = 0; c < 3; ++c)
      maps[12 * j + 5 * c] = 1;
  matrix.add("local_matrices", {3, 3, 4}, maps);
  const auto result = find_algorithm("driven-joint")->implementation.in_double(matrix, {});
  ASSERT_FALSE(result);
  EXPECT_EQ(to_string(result.error()).substr(0, 12), "MATRIX_LOCAL");
}

}  // namespace bindpose::hierarchy::driven_joint_test
