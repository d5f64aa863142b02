// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/angle_driven_shape.h"

#include <gtest/gtest.h>

#include "reference/model/rows.h"
#include "reference/scenes/bar.h"
#include "reference/testing/answers.h"

namespace bindpose::examples::angle_driven_shape_test {

using Row = Array::Reals;
using test::expect_near;
constexpr double pi = 3.14159265358979323846;

/// The bar with a shape twice as wide, driven by the last joint's rotation about z: from 0 to a right angle.
ArraySet driven_bar(Level level, bool at_rest = false) {
  const scenes::Scene scene = scenes::bar({}, at_rest), rest = scenes::bar({}, true);
  ArraySet question =
      level == Level::palette ? *scenes::palette_question(scene) : *scenes::pose_question(scene);
  Row shape = question.find("positions")->reals();
  for (std::size_t i = 0; i < shape.size(); i += 3)
    shape[i] *= 2;
  question.add("shape_positions", question.find("positions")->shape, shape);
  if (level == Level::palette) {
    question.add("theta", {1}, Row{0.25});
    return question;
  }
  const auto r = rest.pose.locals[2].trs.rotation.coeffs();
  question.add("driver", {1}, Array::Integers{2});
  question.add("driver_rest", {4}, Row(r.begin(), r.end()));
  question.add("driver_axis", {3}, Row{0, 0, -1});
  question.add("angle_range", {2}, Row{0, to_float32(pi / 2)});
  return question;
}

Row values(const char* name, const ArraySet& question, const Options& options = {}) {
  return test::answered("angle-driven-shape", question, name, options);
}

TEST(angle_driven_shape, angles_ignore_the_sign_and_length_of_quaternions) {
  const Quat<double> still = Quat<double>::Identity();
  const Vec3<double> b(0, 0.6, 0.8);
  for (const double degrees : {-170.0, -30.0, 0.0, 45.0, 120.0, 179.0}) {
    const double phi = scenes::degrees(degrees);
    const Quat<double> q(Eigen::AngleAxis<double>(phi, b)), negative(Vec4<double>(-1.01 * q.coeffs()));
    EXPECT_NEAR(joint_angle(q, still, b), phi, 1e-14);
    EXPECT_NEAR(joint_angle(negative, still, b), phi, 1e-14);
    EXPECT_NEAR(joint_angle<double>(q, q, b), 0, 1e-15);
    EXPECT_NEAR(joint_angle<double>(still, q, b), -phi, 1e-14);
  }
  const Quat<double> across(Eigen::AngleAxis<double>(1, Vec3<double>(1, 0, 0)));
  EXPECT_EQ(joint_angle(across, still, b), 0) << "a turn across the axis has no angle about it";
  const Quat<double> wide(Eigen::AngleAxis<double>(1.5 * pi, b));
  EXPECT_NEAR(joint_angle(wide, still, b), -pi / 2, 1e-14) << "the short way round";
}

TEST(angle_driven_shape, the_result_is_linear_blending_of_the_driven_mesh) {
  const ArraySet question = driven_bar(Level::palette);
  ArraySet driven = question;
  driven.put({"positions", question.find("positions")->shape, values("shaped_positions", question)});
  const auto blended = find_algorithm("lbs")->implementation.in_double(driven, {});
  for (const char* name : {"positions", "normals", "tangents"})
    expect_near(values(name, question), blended->find(name)->values, 1e-14);
  expect_near(values("positions", question), values("positions", question, {{"formulation", "one-product"}}),
              1e-14);
}

TEST(angle_driven_shape, nothing_changes_at_rest_and_rigid_motions_move_the_result) {
  const ArraySet rest = driven_bar(Level::pose, true);
  EXPECT_EQ(values("theta", rest)[0], 0);
  expect_near(values("positions", rest), rest.find("positions")->reals(), 1e-5);
  ArraySet question = driven_bar(Level::palette);
  const Row before = values("positions", question);
  const Affine<double> g{
      Quat<double>(Eigen::AngleAxis<double>(1, Vec3<double>(0, 0.6, 0.8))).toRotationMatrix(), {1, 2, 3}};
  change_rows(question, "palette", 12,
              [&g](double* row, std::size_t) { put_affine(row, g * affine_at(row)); });
  const Row after = values("positions", question);
  for (std::size_t i = 0; i < before.size(); i += 3) {
    const Vec3<double> y = g * Vec3<double>(before[i], before[i + 1], before[i + 2]);
    EXPECT_NEAR((y - Vec3<double>(after[i], after[i + 1], after[i + 2])).norm(), 0, 1e-13);
  }
}

TEST(angle_driven_shape, invalid_inputs_are_refused) {
  const auto error = [](const ArraySet& question) { return test::error_of("angle-driven-shape", question); };
  ArraySet question = driven_bar(Level::pose);
  question.put({"angle_range", {2}, Row{1, 1}});
  EXPECT_EQ(error(question), "PARAMETER_RANGE angle_range");
  question = driven_bar(Level::pose);
  question.add("local_is_matrix", {3}, Array::Integers{0, 0, 1});
  question.add("local_matrices", {3, 3, 4}, Row(36, 1));
  EXPECT_EQ(error(question), "MATRIX_LOCAL local_matrices[2]");
}

}  // namespace bindpose::examples::angle_driven_shape_test
