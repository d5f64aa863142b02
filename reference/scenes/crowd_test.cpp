// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/crowd.h"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "reference/testing/scene_checks.h"

namespace bindpose::scenes {

using namespace test;

TEST(Crowd, crowds_of_any_number_of_influences_are_sound) {
  for (std::size_t influences = 1; influences <= 16; ++influences) {
    Random random("crowd.sound");
    const Crowd people = crowd({200, influences, 40}, random);
    EXPECT_EQ(people.influences.width, influences);
    expect_sound(people.mesh, people.influences, 40);
    expect_representable(crowd_question(people));
    for (const Affine<double>& M : people.palette) {
      ASSERT_EQ(M.linear, to_float32(M).linear);
      ASSERT_GT(determinant(M.linear), 0.75 * 0.75 * 0.75 - 1e-5);
      ASSERT_LT(determinant(M.linear), 1.25 * 1.25 * 1.25 + 1e-5);
    }
  }
}

TEST(Crowd, a_crowd_is_reproducible_from_its_name) {
  Random first("crowd.name"), again("crowd.name"), other("crowd.other");
  const Crowd a = crowd({50, 4, 8}, first), b = crowd({50, 4, 8}, again), c = crowd({50, 4, 8}, other);
  EXPECT_EQ(a.mesh.positions, b.mesh.positions);
  EXPECT_EQ(a.mesh.tangents, b.mesh.tangents);
  EXPECT_EQ(a.influences.weights, b.influences.weights);
  EXPECT_EQ(a.influences.joints, b.influences.joints);
  EXPECT_EQ(a.palette[7].linear, b.palette[7].linear);
  EXPECT_NE(a.influences.weights, c.influences.weights);
}

TEST(Crowd, a_crowd_covers_its_ranges) {
  Random random("crowd.range");
  const Crowd people = crowd({4000, 4, 64}, random);
  Vec3<double> least = Vec3<double>::Zero(), greatest = least;
  for (const Vec3<double>& x : people.mesh.positions) {
    least = least.cwiseMin(x);
    greatest = greatest.cwiseMax(x);
  }
  EXPECT_LT(least.maxCoeff(), -1.95);
  EXPECT_GT(greatest.minCoeff(), 1.95);
  EXPECT_LE(greatest.maxCoeff(), 2);
  const std::set<std::uint32_t> joints(people.influences.joints.begin(), people.influences.joints.end());
  EXPECT_EQ(joints.size(), 64u);
  const auto& w = people.influences.weights;
  EXPECT_GT(*std::max_element(w.begin(), w.end()), 0.9);
  EXPECT_LT(*std::min_element(w.begin(), w.end()), 1e-3);
}

TEST(Crowd, samples_are_palette_level_inputs) {
  Random random("crowd.sample");
  const ArraySet blend = sample_skinning(5, random), rigid = sample_rigid(5, random);
  EXPECT_EQ(blend.find("joints")->shape, (Shape{5, 4}));
  EXPECT_EQ(rigid.find("joints")->shape, (Shape{5, 1}));
  EXPECT_EQ(rigid.find("palette")->shape, (Shape{64, 3, 4}));
  EXPECT_EQ(rigid.find("weights")->reals(), (Array::Reals(5, 1.0)));
}

TEST(Crowd, options_mirror_and_move_the_crowd) {
  Random random("crowd.mirrored"), again("crowd.mirrored");
  const Crowd plain = crowd({.vertices = 50}, random);
  const Crowd moved = crowd({.vertices = 50, .mirrored = true, .distance = 1000}, again);
  expect_sound(moved.mesh, moved.influences, 64);
  expect_representable(crowd_question(moved));
  for (std::size_t j = 0; j < 64; ++j)
    EXPECT_EQ(determinant(moved.palette[j].linear) < 0, j % 2 == 1);
  for (std::size_t v = 0; v < 50; ++v)
    EXPECT_LT((moved.mesh.positions[v] - plain.mesh.positions[v] - Vec3<double>(1000, 0, 0)).norm(), 1e-4);
}

}  // namespace bindpose::scenes
