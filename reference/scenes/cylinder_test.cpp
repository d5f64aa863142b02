// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/cylinder.h"

#include <gtest/gtest.h>

#include "reference/testing/scene_checks.h"

namespace bindpose::scenes {

using namespace test;

TEST(Cylinder, the_cylinder_is_sound_in_every_pose) {
  for (const double elbow : {0, 30, 60, 90})
    for (const double twist : {0, 90, 180})
      expect_sound(cylinder(degrees(elbow), degrees(twist)));
}

TEST(Cylinder, triangles_face_outward) {
  const Mesh& mesh = cylinder(0, 0).rig.mesh;
  for (const auto& t : mesh.triangles) {
    const Vec3<double> a = mesh.positions[t[0]], b = mesh.positions[t[1]], c = mesh.positions[t[2]];
    EXPECT_GT((b - a).cross(c - a).dot(mesh.normals[t[0]]), 0);
  }
}

TEST(Cylinder, an_example_at_rest_is_the_rest_mesh) {
  ASSERT_EQ(cylinder_example_poses()[0].elbow, 0);
  ASSERT_EQ(cylinder_example_poses()[0].twist, 0);
  const Mesh rest = cylinder(0, 0).rig.mesh, example = cylinder_example({});
  EXPECT_EQ(example.positions, rest.positions);
  EXPECT_EQ(example.normals, rest.normals);
  EXPECT_EQ(example.tangents, rest.tangents);
}

}  // namespace bindpose::scenes
