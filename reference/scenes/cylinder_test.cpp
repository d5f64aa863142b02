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

TEST(Cylinder, an_example_at_rest_is_the_rest_mesh) {
  ASSERT_EQ(cylinder_example_poses()[0].elbow, 0);
  ASSERT_EQ(cylinder_example_poses()[0].twist, 0);
  const Mesh rest = cylinder(0, 0).rig.mesh, example = cylinder_example({});
  EXPECT_EQ(example.positions, rest.positions);
  EXPECT_EQ(example.normals, rest.normals);
  EXPECT_EQ(example.tangents, rest.tangents);
}

TEST(Cylinder, an_example_keeps_the_radius_where_linear_blending_loses_it) {
  for (const double twist : {90, 150, 180}) {
    const Mesh mesh = cylinder_example({0, degrees(twist)});
    for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
      EXPECT_NEAR(std::hypot(mesh.positions[v][0], mesh.positions[v][1]), 4, 1e-5);
      EXPECT_NEAR(mesh.positions[v].head<2>().dot(mesh.normals[v].head<2>()), 4, 1e-5);
    }
  }
}

TEST(Cylinder, the_ends_of_an_example_follow_their_joints) {
  const Mesh rest = cylinder(0, 0).rig.mesh, mesh = cylinder_example({degrees(90), 0});
  EXPECT_EQ(mesh.positions.front(), rest.positions.front());
  const Vec3<double>& end = mesh.positions.back();
  const Vec3<double> beyond = rest.positions.back() - Vec3<double>(0, 0, 25);
  EXPECT_NEAR(end[0], beyond[0], 1e-5);
  EXPECT_NEAR(end[1], -beyond[2], 1e-5);
  EXPECT_NEAR(end[2], 25 + beyond[1], 1e-5);
}

}  // namespace bindpose::scenes
