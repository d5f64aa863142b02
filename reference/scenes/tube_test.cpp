// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/tube.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "reference/testing/scene_checks.h"
#include "reference/testing/surfaces.h"

namespace bindpose::scenes {

using namespace test;

TEST(Tube, is_sound_and_closed) {
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

TEST(Tube, bends_and_twists_in_the_middle) {
  EXPECT_LT((test::palette_of(tube(0, 0))[1].linear - Mat3<double>::Identity()).norm(), 1e-6);
  const auto bent = test::palette_of(tube(degrees(90), 0));
  EXPECT_LT((bent[1] * Vec3<double>(0, 4, 0) - Vec3<double>(0, 2, 2)).norm(), 1e-6);
  const auto both = test::palette_of(tube(degrees(90), degrees(90)));
  EXPECT_LT((both[1] * Vec3<double>(1, 4, 0) - Vec3<double>(0, 3, 2)).norm(), 1e-6);
}

TEST(Tube, weights_fall_linearly_across_the_middle) {
  const Influences influences = tube(0, 0).rig.influences;
  const auto upper = [&](std::size_t ring) { return influences.weights[ring * 10 * 2 + 1]; };
  EXPECT_EQ(upper(2), 0);
  EXPECT_NEAR(upper(4), 0.3, 1e-4);
  EXPECT_EQ(upper(5), 0.5);
  EXPECT_EQ(upper(8), 1);
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
