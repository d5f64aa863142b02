// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/pose_space.h"

#include <gtest/gtest.h>

#include "reference/examples/shared/weighted_distance.h"
#include "reference/testing/answers.h"
#include "reference/testing/assert.h"
#include "reference/testing/example_questions.h"

namespace bindpose::examples::pose_space_test {

using Row = Array::Reals;
using test::expect_near, test::of_example;
constexpr std::size_t vertices = test::example_vertices, joints = test::example_joints,
                      count = test::example_count;
const Options in_joint = {{"space", "joint"}}, before_skinning = {{"space", "pre-skinning"}};

/// Random examples, in the pose of one of them.
ArraySet in_pose_of(std::size_t example, const Row& weights) {
  ArraySet question = test::in_pose_of("pose_space", example);
  Array::Integers owners(vertices);
  for (std::size_t v = 0; v < vertices; ++v)
    owners[v] = static_cast<std::int32_t>(v % joints);
  question.add("owners", {vertices}, owners);
  Row all;
  for (std::size_t v = 0; v < vertices; ++v)
    all.insert(all.end(), weights.begin(), weights.end());
  question.add("example_weights", {vertices, count}, all);
  return question;
}

Expected<Result<double>> ask(const ArraySet& question, const Options& options = {}) {
  return find_algorithm("psd")->implementation.in_double(question, options);
}
Row values(const char* name, const ArraySet& question, const Options& options = {}) {
  return test::answered("psd", question, name, options);
}

TEST(pose_space, an_example_is_reproduced_in_its_pose) {
  for (std::size_t k = 0; k < count; ++k) {
    Row weights(count, 0);
    weights[k] = 1;
    const ArraySet question = in_pose_of(k, weights);
    for (Options options : {in_joint, before_skinning})
      for (const char* formulation : {"inverse-then-product", "adjugate-then-divide"}) {
        options["formulation"] = formulation;
        expect_near(values("positions", question, options), of_example(question, k), 1e-13);
      }
  }
}

TEST(pose_space, zero_example_weights_give_linear_blending) {
  const ArraySet question = in_pose_of(0, Row(count, 0));
  const auto blended = find_algorithm("lbs")->implementation.in_double(question, {});
  for (const Options& options : {in_joint, before_skinning})
    for (const char* name : {"positions", "normals", "tangents"})
      expect_near(values(name, question, options), blended->find(name)->values, 1e-14);
}

/// The palette of the second example, with poses as numbers of each joint.
ArraySet at_pose(const Row& poses, const Row& pose) {
  ArraySet question = test::at_level_pose(in_pose_of(1, Row(count, 0)));
  question.add("example_poses", {count, joints, 1}, poses);
  question.add("pose", {joints, 1}, pose);
  return question;
}

TEST(pose_space, poses_are_compared_over_all_joints_or_by_weights) {
  const Row poses = {0, 0, 0, 0, 1, 0.5, -1, 0.25, -1, 1, 0, 2};
  const ArraySet question = at_pose(poses, {1, 0.5, -1, 0.25});
  for (const char* distance : {"whole", "by-influence"}) {
    const Options options = {{"pose_distance", distance}};
    const Row a = values("example_weights", question, options);
    for (std::size_t v = 0; v < vertices; ++v)
      EXPECT_NEAR(a[count * v + 1], 1, 1e-13);
    expect_near(values("positions", question, options), of_example(question, 1), 1e-11);
  }
  EXPECT_EQ(weighted_distance<double>({3, 4, 100}, {1, 1, 0}), 5);
  EXPECT_EQ(weighted_distance<double>({4, 2}, {0.25, 3}), 4);
  EXPECT_EQ(weighted_distance<Tracked>({Tracked(0), Tracked(0)}, {Tracked(1), Tracked(1)}).error(), 0);
}

TEST(pose_space, the_square_root_of_nearly_0_has_a_finite_bound) {
  const Tracked root = root_of(Tracked::uncertain(0, 1e-6));
  EXPECT_EQ(root.value(), 0);
  EXPECT_NEAR(root.error(), 1e-3, 1e-6);
  EXPECT_NEAR(root_of(Tracked::uncertain(4, 1e-3)).error(), 2.5e-4, 3e-6);
}

TEST(pose_space, examples_with_equal_poses_for_a_vertex_are_undefined) {
  // Two examples differ only in joint 0.
  const ArraySet question = at_pose({0, 0, 0, 0, 1, 0, 0, 0, 1, 2, 2, 2}, {0.5, 0, 0, 0});
  EXPECT_TRUE(ask(question, {{"pose_distance", "whole"}})->undefined.empty());
  ArraySet still = question;
  std::fill_n(integers_of(still, "joints")->begin(), 4, 3);
  BINDPOSE_ASSERT(const auto result, ask(still, {{"pose_distance", "by-influence"}}));
  ASSERT_FALSE(result.undefined.empty());
  EXPECT_EQ(result.undefined[0].row, 0U);
  EXPECT_EQ(result.undefined[0].code, "COINCIDENT_POSES");
}

TEST(pose_space, a_matrix_without_inverse_gives_no_result) {
  ArraySet question = in_pose_of(0, {1, 0, 0});
  change_rows(question, "example_palettes", 12, [](double* row, std::size_t i) {
    if (i == 1) std::fill_n(row, 12, 0.0);  // joint 0 in example 1
  });
  BINDPOSE_ASSERT(const auto result, ask(question, in_joint));
  for (const Undefined& undefined : result.undefined) {
    EXPECT_EQ(undefined.row % joints, 0U) << "vertices that belong to joint 0";
    EXPECT_EQ(undefined.code, "SINGULAR_BLEND");
  }
  EXPECT_EQ(result.undefined.size(), 9U);
}

TEST(pose_space, invalid_inputs_are_refused) {
  const auto error = [](const ArraySet& question, const Options& options = {}) {
    return test::error_of("psd", question, options);
  };
  EXPECT_EQ(error(at_pose({0, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}, {0, 0, 0, 0})),
            "COINCIDENT_POSES example_poses[2]");
  EXPECT_EQ(error(at_pose(Row(12, 0), {0, 0, 0, 0}), {{"metric", "rotation-angle"}}),
            "ARRAY_SHAPE example_poses");
}

}  // namespace bindpose::examples::pose_space_test
