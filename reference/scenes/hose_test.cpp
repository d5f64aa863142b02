// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/hose.h"

#include <gtest/gtest.h>

#include "reference/scenes/checks.h"

namespace bindpose::scenes {

TEST(Hose, is_sound_at_many_lengths_and_widths) {
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

TEST(Hose, is_an_unbranched_chain) {
  const Scene scene = hose(0, 0);
  for (std::size_t j = 0; j < 8; ++j)
    EXPECT_EQ(scene.rig.skeleton.parents[j], static_cast<int>(j) - 1);
}

TEST(Hose, every_joint_pulls_and_used_slots_are_the_outer_ones) {
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

TEST(Hose, weights_are_linear_between_joints) {
  const Influences influences = hose(0, 0).rig.influences;
  const HoseShape shape;
  for (std::size_t ring = 0; ring < 5; ++ring)
    EXPECT_EQ(influences.weights[ring * shape.sides * 2 + 1], static_cast<double>(ring % 4) / 4) << ring;
}

}  // namespace bindpose::scenes
