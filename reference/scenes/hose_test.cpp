// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/hose.h"

#include <gtest/gtest.h>

#include "reference/testing/scene_checks.h"
#include "reference/testing/surfaces.h"

namespace bindpose::scenes {

using namespace test;

TEST(Hose, hoses_of_many_lengths_and_widths_are_sound) {
  for (const std::size_t joints : {2u, 3u, 8u, 64u})
    for (const std::size_t slots : {2u, 3u, 4u, 16u}) {
      HoseShape shape;
      shape.joints = joints;
      shape.slots = slots;
      const Scene scene = hose(degrees(15), degrees(10), shape);
      expect_sound(scene);
      EXPECT_EQ(scene.rig.influences.width, slots);
    }
}

TEST(Hose, every_joint_has_weight_and_outer_slots_are_used) {
  HoseShape shape;
  shape.slots = 4;
  const Influences influences = hose(0, 0, shape).rig.influences;
  std::vector<double> pull(shape.joints);
  for (std::size_t i = 0; i < influences.weights.size(); ++i) {
    pull[influences.joints[i]] += influences.weights[i];
    if (i % 4 == 1 || i % 4 == 2) {
      EXPECT_EQ(influences.weights[i], 0);
    }
  }
  for (const double p : pull)
    EXPECT_GT(p, 1);
}

TEST(Hose, an_option_gives_every_slot_a_weight) {
  for (const std::size_t slots : {2u, 3u, 5u, 8u, 16u})
    for (const std::size_t joints : {3u, 8u, 20u}) {
      HoseShape shape;
      shape.slots = slots;
      shape.joints = joints;
      shape.every_slot = true;
      const Scene scene = hose(degrees(15), degrees(10), shape);
      expect_sound(scene);
      const Influences& influences = scene.rig.influences;
      for (std::size_t i = 0; i < influences.weights.size(); ++i)
        ASSERT_EQ(influences.weights[i] > 0, i % slots < joints)
            << slots << " slots, " << joints << " joints";
    }
}

TEST(Hose, rotated_binds_change_no_vertex) {
  HoseShape shape;
  const Scene plain = hose(degrees(15), degrees(10), shape);
  shape.rotated_binds = true;
  const Scene rotated = hose(degrees(15), degrees(10), shape);
  expect_sound(rotated);
  const auto expected = test::palette_of(plain), palette = test::palette_of(rotated);
  for (std::size_t j = 0; j < shape.joints; ++j) {
    EXPECT_LT((palette[j].linear - expected[j].linear).norm(), 1e-5);
    EXPECT_LT((palette[j].translation - expected[j].translation).norm(), 1e-5);
    EXPECT_GT((rotated.rig.skeleton.inverse_binds[j].linear - Mat3<double>::Identity()).norm(), 0.3);
  }
}

TEST(Hose, triangles_face_outward) {
  const Mesh& mesh = hose(0, 0).rig.mesh;
  EXPECT_EQ(mesh.triangles.size(), 2u * 28 * 8);
  for (const Triangle& t : mesh.triangles) {
    const Vec3<double> a = mesh.positions[t[0]], b = mesh.positions[t[1]], c = mesh.positions[t[2]];
    ASSERT_GT((b - a).cross(c - a).dot(mesh.normals[t[0]]), 0);
  }
}

}  // namespace bindpose::scenes
