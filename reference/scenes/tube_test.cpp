// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/tube.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "reference/testing/scene_checks.h"

namespace bindpose::scenes {

using namespace test;

TEST(Tube, the_tube_is_sound_and_closed) {
  for (const bool uneven : {false, true}) {
    TubeShape shape;
    shape.uneven = uneven;
    const Scene scene = tube(degrees(60), degrees(40), shape);
    expect_sound(scene);
    expect_closed(scene.rig.mesh);
    EXPECT_EQ(scene.rig.mesh.vertex_count(), 112u);
    EXPECT_EQ(scene.rig.mesh.triangles.size(), 220u);
  }
}

TEST(Tube, uneven_areas_differ_a_hundredfold) {
  TubeShape shape;
  shape.uneven = true;
  const Mesh mesh = tube(0, 0, shape).rig.mesh;
  double least = 1e9, greatest = 0;
  for (const Triangle& t : mesh.triangles) {
    const Vec3<double> a = mesh.positions[t[0]];
    const double area = (mesh.positions[t[1]] - a).cross(mesh.positions[t[2]] - a).norm() / 2;
    least = std::min(least, area);
    greatest = std::max(greatest, area);
  }
  EXPECT_GT(greatest / least, 100);
  EXPECT_GT(least, 1e-5);
}

}  // namespace bindpose::scenes
