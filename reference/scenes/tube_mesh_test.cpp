// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/tube_mesh.h"

#include <gtest/gtest.h>

#include "reference/testing/scene_checks.h"

namespace bindpose::scenes::tube_mesh_test {

using namespace test;

Mesh straight_tube(std::size_t rings, std::size_t sides) {
  Mesh mesh;
  append_tube(mesh, sections_along({{{0, 0, 0}, 1, 1}, {{0, 0, 3}, 1, 1}}, Vec3<double>::UnitY(), rings),
              even_turns(sides));
  set_smooth_directions(mesh);
  return mesh;
}

TEST(TubeMesh, tubes_are_closed_and_have_the_stated_counts) {
  for (const std::size_t rings : {2u, 5u, 9u})
    for (const std::size_t sides : {3u, 4u, 16u}) {
      const Mesh mesh = straight_tube(rings, sides);
      EXPECT_EQ(mesh.vertex_count(), rings * sides + 2);
      EXPECT_EQ(mesh.triangles.size(), 2 * rings * sides);
      expect_closed(mesh);
    }
}

TEST(TubeMesh, directions_are_unit_perpendicular_and_outward) {
  const Mesh mesh = straight_tube(6, 12);
  int right = 0;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const Vec3<double>& n = mesh.normals[v];
    EXPECT_NEAR(n.norm(), 1, 0x1p-23);
    EXPECT_NEAR(n.dot(mesh.tangents[v].head<3>()), 0, 1e-6);
    EXPECT_GT(n.dot(mesh.positions[v] - Vec3<double>(0, 0, 1.5)), 0);
    right += mesh.tangents[v][3] > 0 ? 1 : 0;
  }
  EXPECT_EQ(right, 37);
  EXPECT_LT((mesh.normals[2 * 12] - mesh.positions[2 * 12] + Vec3<double>(0, 0, 1.2)).norm(), 1e-2);
}

TEST(TubeMesh, unshared_vertices_keep_the_triangles) {
  Rig rig;
  rig.mesh = straight_tube(3, 4);
  rig.influences.width = 2;
  for (std::uint32_t v = 0; v < rig.mesh.vertex_count(); ++v) {
    rig.influences.joints.insert(rig.influences.joints.end(), {v, v + 1});
    rig.influences.weights.insert(rig.influences.weights.end(), {0.25, 0.75});
  }
  const Rig apart = unshared(rig);
  ASSERT_EQ(apart.mesh.vertex_count(), 3 * rig.mesh.triangles.size());
  for (std::size_t i = 0; i < rig.mesh.triangles.size(); ++i)
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const std::uint32_t v = rig.mesh.triangles[i][corner];
      ASSERT_EQ(apart.mesh.triangles[i][corner], 3 * i + corner);
      EXPECT_EQ(apart.mesh.positions[3 * i + corner], rig.mesh.positions[v]);
      EXPECT_EQ(apart.mesh.normals[3 * i + corner], rig.mesh.normals[v]);
      EXPECT_EQ(apart.mesh.tangents[3 * i + corner], rig.mesh.tangents[v]);
      EXPECT_EQ(apart.influences.joints[2 * (3 * i + corner) + 1], v + 1);
    }
}

}  // namespace bindpose::scenes::tube_mesh_test
