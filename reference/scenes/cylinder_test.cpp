// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/cylinder.h"

#include <gtest/gtest.h>

#include "reference/testing/scene_checks.h"

namespace bindpose::scenes {

using namespace test;

TEST(Cylinder, is_sound_in_every_pose) {
  for (const double elbow : {0, 30, 60, 90})
    for (const double twist : {0, 90, 180})
      expect_sound(cylinder(degrees(elbow), degrees(twist)));
}

TEST(Cylinder, has_the_courses_measures) {
  const Mesh& mesh = cylinder(0, 0).rig.mesh;
  EXPECT_EQ(mesh.vertex_count(), 1600u);
  EXPECT_EQ(mesh.triangles.size(), 2u * 39 * 40);
  for (const Vec3<double>& x : mesh.positions)
    EXPECT_NEAR(std::hypot(x[0], x[1]), 4, 1e-6);
  EXPECT_EQ(mesh.positions.front()[2], 0);
  EXPECT_EQ(mesh.positions.back()[2], 50);
}

TEST(Cylinder, triangles_face_outward) {
  const Mesh& mesh = cylinder(0, 0).rig.mesh;
  for (const auto& t : mesh.triangles) {
    const Vec3<double> a = mesh.positions[t[0]], b = mesh.positions[t[1]], c = mesh.positions[t[2]];
    EXPECT_GT((b - a).cross(c - a).dot(mesh.normals[t[0]]), 0);
  }
}

TEST(Cylinder, weights_cross_over_at_the_elbow) {
  CylinderShape shape;
  shape.rings = 41;
  const Influences influences = cylinder(0, 0, shape).rig.influences;
  const auto lower = [&](std::size_t ring) { return influences.weights[ring * shape.sides * 2 + 1]; };
  EXPECT_EQ(lower(0), 0);
  EXPECT_EQ(lower(10), 0);
  EXPECT_NEAR(lower(15), 0.25, 1e-4);
  EXPECT_EQ(lower(20), 0.5);
  EXPECT_EQ(lower(30), 1);
}

TEST(Cylinder, both_hands_occur) {
  int right = 0;
  const Mesh& mesh = cylinder(0, 0).rig.mesh;
  for (const Vec4<double>& t : mesh.tangents)
    right += t[3] > 0 ? 1 : 0;
  EXPECT_EQ(right, 800);
}

}  // namespace bindpose::scenes
