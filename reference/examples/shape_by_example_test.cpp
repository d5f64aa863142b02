// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/shape_by_example.h"

#include <gtest/gtest.h>

#include "reference/testing/answers.h"
#include "reference/testing/example_questions.h"

namespace bindpose::examples::shape_by_example_test {

using Row = Array::Reals;
using test::expect_near, test::of_example;
constexpr std::size_t count = test::example_count;

/// Random examples, in the pose of one of them.
ArraySet in_pose_of(std::size_t example, const Row& weights) {
  ArraySet question = test::in_pose_of("shape_by_example", example);
  for (const char* name : {"positions", "normals", "tangents"})
    question.remove(name);
  question.add("example_weights", {count}, weights);
  return question;
}

Row values(const char* name, const ArraySet& question, const Options& options = {}) {
  return test::answered("sbe", question, name, options);
}

TEST(shape_by_example, an_example_is_reproduced_in_its_pose) {
  for (std::size_t k = 0; k < count; ++k) {
    Row weights(count, 0);
    weights[k] = 1;
    const ArraySet question = in_pose_of(k, weights);
    expect_near(values("positions", question), of_example(question, k), 1e-13);
    expect_near(values("positions", question, {{"formulation", "adjugate-then-divide"}}),
                of_example(question, k), 1e-13);
  }
}

/// The same with weights from radial basis functions.
ArraySet at_pose(const ArraySet& base, const Row& poses, const Row& pose) {
  ArraySet question = test::at_level_pose(base);
  question.add("example_poses", {count, poses.size() / count}, poses);
  question.add("pose", {pose.size()}, pose);
  return question;
}

TEST(shape_by_example, radial_basis_functions_give_the_weights) {
  const ArraySet base = in_pose_of(1, Row(count, 0));
  const ArraySet question = at_pose(base, {0, 0, 1, 0.5, -1, 2}, {1, 0.5});
  expect_near(values("example_weights", question), {0, 1, 0}, 1e-14);
  expect_near(values("positions", question), of_example(base, 1), 1e-12);
  const Row between = values("example_weights", at_pose(base, {0, 0, 1, 0.5, -1, 2}, {0.25, 0.75}));
  EXPECT_NEAR(between[0] + between[1] + between[2], 1, 1e-14);
}

TEST(shape_by_example, invalid_inputs_are_refused) {
  const auto error = [](const ArraySet& question, const Options& options = {}) {
    return test::error_of("sbe", question, options);
  };
  const ArraySet base = in_pose_of(1, Row(count, 0));
  EXPECT_EQ(error(at_pose(base, {0, 0, 1, 1, 0, 0}, {0, 0})), "COINCIDENT_POSES example_poses[2]");
  EXPECT_EQ(error(at_pose(base, {0, 0, 1, 1, 0, 2}, {0, 0}), {{"metric", "arc-length"}}),
            "ARRAY_SHAPE example_poses");
  EXPECT_EQ(error(at_pose(base, {0, 1, 2}, {0, 1})).substr(0, 16), "ARRAY_SHAPE pose");
  EXPECT_EQ(error(at_pose(base, {1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 2}), {{"metric", "arc-length"}}),
            "NOT_UNIT pose[0]");
}

}  // namespace bindpose::examples::shape_by_example_test
