// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/arm.h"

#include <gtest/gtest.h>

#include "reference/testing/scene_checks.h"
#include "reference/testing/surfaces.h"

namespace bindpose::scenes {

using namespace test;

TEST(Arm, the_arm_is_sound_and_closed_in_every_example_pose) {
  for (const ArmPose& pose : arm_example_poses()) {
    const Scene scene = arm(pose);
    expect_sound(scene);
    expect_closed(scene.rig.mesh);
    EXPECT_EQ(scene.rig.mesh.vertex_count(), 122u);
  }
}

TEST(Arm, every_joint_has_influence_and_a_vertex_has_all_three) {
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

TEST(Arm, the_example_at_rest_is_the_rest_mesh) {
  const Mesh rest = arm({}).rig.mesh, example = arm_example({});
  EXPECT_LT(test::distance(example.positions, rest.positions), 1e-7);
  EXPECT_LT(test::distance(example.normals, rest.normals), 1e-6);
}

}  // namespace bindpose::scenes
