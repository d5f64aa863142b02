// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/arm.h"

#include <gtest/gtest.h>

#include "reference/testing/scene_checks.h"
#include "reference/testing/surfaces.h"

namespace bindpose::scenes {

using namespace test;

TEST(Arm, is_sound_and_closed_in_every_example_pose) {
  for (const ArmPose& pose : arm_example_poses()) {
    const Scene scene = arm(pose);
    expect_sound(scene);
    expect_closed(scene.rig.mesh);
    EXPECT_EQ(scene.rig.mesh.vertex_count(), 122u);
  }
}

TEST(Arm, every_joint_has_influence_and_somewhere_all_three) {
  const Influences influences = arm({}).rig.influences;
  int all = 0;
  double weight[3] = {};
  for (std::size_t row = 0; row < influences.weights.size(); row += 3) {
    for (std::size_t i = 0; i < 3; ++i)
      weight[i] += influences.weights[row + i];
    all += influences.weights[row] > 0 && influences.weights[row + 1] > 0 && influences.weights[row + 2] > 0;
  }
  for (const double p : weight)
    EXPECT_GT(p, 10);
  EXPECT_GE(all, 10);
}

TEST(Arm, joints_do_what_their_names_say) {
  const auto bent = test::palette_of(arm({degrees(90), 0, 0}));
  EXPECT_LT((bent[2] * Vec3<double>(0, 0.56, 0) - Vec3<double>(0, 0.30, 0.26)).norm(), 1e-6);
  const auto twisted = test::palette_of(arm({0, degrees(90), 0}));
  EXPECT_LT((twisted[2] * Vec3<double>(0.03, 0.56, 0) - Vec3<double>(0, 0.56, -0.03)).norm(), 1e-6);
  EXPECT_LT((twisted[1] * Vec3<double>(0.03, 0.56, 0) - Vec3<double>(0.03, 0.56, 0)).norm(), 1e-6);
}

TEST(Arm, example_at_rest_is_the_rest_mesh) {
  const Mesh rest = arm({}).rig.mesh, example = arm_example({});
  EXPECT_LT(test::distance(example.positions, rest.positions), 1e-7);
  EXPECT_LT(test::distance(example.normals, rest.normals), 1e-6);
}

TEST(Arm, biceps_swells_in_front_as_the_elbow_bends) {
  const Mesh rest = arm({}).rig.mesh, swollen = swollen_arm({degrees(90), 0, 0});
  double in_front = 0, behind = 0;
  for (std::size_t v = 0; v < rest.vertex_count(); ++v) {
    if (rest.positions[v][1] > 0.29) continue;
    const double moved = (swollen.positions[v] - rest.positions[v]).norm();
    double& side = rest.positions[v][2] > 0 ? in_front : behind;
    side = std::max(side, moved);
  }
  EXPECT_GT(in_front, 0.012);
  EXPECT_LT(behind, 1e-6);
}

TEST(Arm, example_keeps_its_girth_where_linear_blending_loses_it) {
  // Vertices that belong to one joint go if that joint takes the swollen arm.
  for (const ArmPose& pose : arm_example_poses()) {
    const Scene scene = arm(pose);
    const auto palette = test::palette_of(scene);
    const Mesh swollen = swollen_arm(pose), example = arm_example(pose);
    expect_closed(example);
    EXPECT_NEAR(six_volumes(example) / six_volumes(swollen), 1, 0.12);
    for (std::size_t v = 0; v < example.vertex_count(); ++v)
      for (std::size_t i = 0; i < 3; ++i)
        if (scene.rig.influences.weights[3 * v + i] == 1) {
          EXPECT_LT((example.positions[v] - palette[i] * swollen.positions[v]).norm(), 1e-6);
        }
  }
}

}  // namespace bindpose::scenes
