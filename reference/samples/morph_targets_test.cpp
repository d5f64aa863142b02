// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/morph_targets.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "reference/numeric/float32.h"
#include "reference/scenes/crowd.h"

namespace bindpose::samples::morph_targets_test {

TEST(MorphTargets, counts_and_weights_cover_their_ranges) {
  Random random("morph targets");
  std::set<std::size_t> few, many;
  for (int i = 0; i < 300; ++i) {
    few.insert(sample_target_count(100, random));
    many.insert(sample_target_count(1000000, random));
  }
  EXPECT_EQ(*few.begin(), 1U);
  EXPECT_EQ(*few.rbegin(), 12U);
  EXPECT_EQ(*many.rbegin(), 4U);
  const auto weights = sample_target_weights(1000, random);
  const auto zeros = std::count(weights.begin(), weights.end(), 0.0);
  EXPECT_TRUE(zeros > 150 && zeros < 350) << zeros;
  EXPECT_LT(*std::min_element(weights.begin(), weights.end()), -0.45);
  EXPECT_GT(*std::max_element(weights.begin(), weights.end()), 1.45);
}

TEST(MorphTargets, shapes_differ_from_the_base_at_one_vertex_in_four) {
  Random random("shapes");
  const Mesh base = scenes::crowd({.vertices = 400}, random).mesh;
  for (const Mesh& shape : sample_shapes(3, base, random)) {
    int moved = 0;
    for (std::size_t v = 0; v < base.vertex_count(); ++v) {
      moved += shape.positions[v] != base.positions[v] ? 1 : 0;
      EXPECT_EQ(shape.tangents[v][3], base.tangents[v][3]) << "the handedness is unchanged";
      for (int c = 0; c < 3; ++c)
        EXPECT_EQ(shape.normals[v][c], to_float32(shape.normals[v][c]));
    }
    EXPECT_TRUE(moved > 60 && moved < 140) << moved;
  }
}

TEST(MorphTargets, twelve_targets_keep_directions_longer_than_a_half) {
  Random random("directions");
  Vec3<double> most = Vec3<double>::Zero();
  for (const MorphTarget& target : sample_targets(12, 1, random))
    most += 1.5 * target.normals[0].cwiseAbs();
  EXPECT_LT(most.norm(), 0.5);
  EXPECT_GT(most.norm(), 0.05);
}

}  // namespace bindpose::samples::morph_targets_test
