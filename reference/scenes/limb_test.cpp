// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/limb.h"

#include <gtest/gtest.h>

#include "reference/testing/scene_checks.h"

namespace bindpose::scenes {

using namespace test;

TEST(Limb, the_limb_is_sound_and_closed) {
  for (const bool fork : {false, true}) {
    LimbVariation variation;
    variation.fork = fork;
    const Scene scene = limb(degrees(60), degrees(40), variation);
    expect_sound(scene);
    expect_closed(scene.rig.mesh);
    EXPECT_EQ(scene.rig.mesh.vertex_count(), 74u);
    EXPECT_EQ(scene.rig.influences.width, fork ? 3u : 2u);
  }
}

TEST(Limb, influences_meet_exactly_in_one_point) {
  LimbVariation variation;
  variation.fork = true;
  const Skeleton skeleton = limb(1, 1, variation).rig.skeleton;
  EXPECT_EQ(skeleton.parents, (std::vector<int>{-1, 0, 0}));
  for (const std::size_t j : {1u, 2u}) {
    const Affine<double>& A = skeleton.inverse_binds[j];
    EXPECT_EQ(A * Vec3<double>(0, 1, 0), Vec3<double>(0, 0, 0));
    EXPECT_EQ(A.linear.transpose() * A.linear, (Mat3<double>::Identity()));
  }
  EXPECT_NE(skeleton.inverse_binds[1].linear, skeleton.inverse_binds[2].linear);
  variation.apart = {0.25, 0, 0};
  EXPECT_NE(limb(1, 1, variation).rig.skeleton.inverse_binds[2] * Vec3<double>(0, 1, 0),
            Vec3<double>(0, 0, 0));
}

TEST(Limb, some_vertex_has_all_three_influences) {
  LimbVariation variation;
  variation.fork = true;
  const Influences influences = limb(0, 0, variation).rig.influences;
  int shared = 0;
  for (std::size_t row = 0; row < influences.weights.size(); row += 3)
    shared +=
        influences.weights[row] > 0 && influences.weights[row + 1] > 0 && influences.weights[row + 2] > 0;
  EXPECT_GE(shared, 6);
}

}  // namespace bindpose::scenes
