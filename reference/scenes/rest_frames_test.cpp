// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/rest_frames.h"

#include <gtest/gtest.h>

#include "reference/testing/surfaces.h"

namespace bindpose::scenes::rest_frames_test {

using namespace test;

RestFrames three_joints() {
  RestFrames rest;
  EXPECT_EQ(rest.add(-1, {0, 0, 0}, slanted_frame(20)), 0u);
  EXPECT_EQ(rest.add(0, {0, 1, 0}, slanted_frame(50)), 1u);
  EXPECT_EQ(rest.add(1, {0, 2, 0.5}, slanted_frame(80)), 2u);
  return rest;
}

TEST(RestFrames, joints_have_the_given_positions) {
  const RestFrames rest = three_joints();
  const Scene scene = scene_at_rest({}, {}, rest);
  const auto world = *hierarchy::fk_matrix<double>(rest.parents, scene.pose.locals);
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_LT((world[j].translation - rest.positions[j]).norm(), 1e-6);
    EXPECT_LT((world[j].linear - rotation_matrix(rest.rotations[j])).norm(), 1e-6);
  }
  for (const Affine<double>& M : test::palette_of(scene))
    EXPECT_LT((M.linear - Mat3<double>::Identity()).norm() + M.translation.norm(), 1e-6);
}

TEST(RestFrames, rotations_are_about_mesh_axes_through_the_joint) {
  const RestFrames rest = three_joints();
  Scene scene = scene_at_rest({}, {}, rest);
  turn_joint(scene, rest, 1, rotation_about(Vec3<double>::UnitX(), degrees(90)));
  const auto palette = test::palette_of(scene);
  EXPECT_LT((palette[0] * Vec3<double>(1, 1, 1) - Vec3<double>(1, 1, 1)).norm(), 1e-6);
  for (const std::size_t j : {1u, 2u})
    EXPECT_LT((palette[j] * Vec3<double>(1, 3, 0) - Vec3<double>(1, 1, 2)).norm(), 1e-6) << j;
}

}  // namespace bindpose::scenes::rest_frames_test
