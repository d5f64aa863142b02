// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/pose_correctives.h"

#include <gtest/gtest.h>

#include "reference/scenes/bar.h"
#include "reference/testing/answers.h"

namespace bindpose::examples::pose_correctives_test {

using Row = Array::Reals;
using test::expect_near;
constexpr std::size_t features = 18;  // for two joints

/// The bar with a shape and correctives.
ArraySet corrected_bar(Level level, bool at_rest = false) {
  const scenes::Scene scene = scenes::bar({}, at_rest), rest = scenes::bar({}, true);
  ArraySet question =
      level == Level::palette ? *scenes::palette_question(scene) : *scenes::pose_question(scene);
  const std::size_t V = scene.rig.mesh.vertex_count();
  Random random("pose_correctives");
  const auto numbers = [&random](std::size_t count) {
    Row row(count);
    for (double& x : row)
      x = random.uniform(-0.25, 0.25);
    return row;
  };
  question.add("shape_coefficients", {2}, Row{1.5, -0.5});
  question.add("shape_directions", {2, V, 3}, numbers(6 * V));
  question.add("pose_directions", {features, V, 3}, numbers(features * 3 * V));
  if (level == Level::palette) {
    question.add("pose_features", {features}, numbers(features));
    return question;
  }
  Row rotations;
  for (const LocalTransform<double>& local : rest.pose.locals) {
    const auto q = local.trs.rotation.coeffs();
    rotations.insert(rotations.end(), q.begin(), q.end());
  }
  question.add("rest_rotations", {3, 4}, rotations);
  return question;
}

Row values(const char* name, const ArraySet& question) {
  return test::answered("smpl", question, name);
}

TEST(pose_correctives, the_result_is_linear_blending_of_the_corrected_mesh) {
  const ArraySet question = corrected_bar(Level::palette);
  ArraySet corrected = question;
  corrected.put({"positions", question.find("positions")->shape, values("corrected_positions", question)});
  const auto blended = find_algorithm("lbs")->implementation.in_double(corrected, {});
  for (const char* name : {"positions", "normals", "tangents"})
    expect_near(values(name, question), blended->find(name)->values, 1e-14);
}

TEST(pose_correctives, only_the_shape_is_left_at_rest) {
  ArraySet question = corrected_bar(Level::pose, true);
  for (const double f : values("pose_features", question))
    EXPECT_EQ(f, 0);
  expect_near(values("positions", question), values("corrected_positions", question), 1e-5);
  question.remove("shape_coefficients");
  question.remove("shape_directions");
  EXPECT_EQ(values("corrected_positions", question), question.find("positions")->reals());
}

TEST(pose_correctives, invalid_inputs_are_refused) {
  const auto error = [](const ArraySet& question) { return test::error_of("smpl", question); };
  ArraySet question = corrected_bar(Level::pose);
  question.put({"pose_directions", {9, 36, 3}, Row(9 * 36 * 3, 1)});
  EXPECT_EQ(error(question), "ARRAY_SHAPE pose_directions");
  question = corrected_bar(Level::pose);
  question.add("local_is_matrix", {3}, Array::Integers{0, 1, 0});
  question.add("local_matrices", {3, 3, 4}, Row(36, 1));
  EXPECT_EQ(error(question), "MATRIX_LOCAL local_matrices[1]");
}

}  // namespace bindpose::examples::pose_correctives_test
