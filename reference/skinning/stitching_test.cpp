// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/stitching.h"

#include <gtest/gtest.h>

#include "reference/scenes/crowd.h"
#include "reference/testing/assert.h"
#include "reference/testing/surfaces.h"

namespace bindpose::skinning::stitching_test {

using namespace test;

constexpr NormalRule rules[] = {NormalRule::direction, NormalRule::inverse_transpose};

TEST(Stitching, a_mirrored_joint_keeps_the_normal_outward) {
  for (const NormalRule rule : rules) {
    const auto surface = stitched(one_vertex({0, 0, 2}), {0}, {scaling(1, 1, -1)}, rule);
    EXPECT_EQ(surface->normals[0], Vec3<double>(0, 0, -1));
    EXPECT_EQ(surface->tangents[0], Vec4<double>(1, 0, 0, -1));
  }
}

TEST(Stitching, degenerate_rows_are_zero_and_recorded) {
  const auto flat = stitched(one_vertex({1, 2, 3}), {0}, {scaling(0, 1, 0)});
  EXPECT_EQ(flat->positions[0], Vec3<double>(0, 2, 0));
  EXPECT_EQ(flat->normals[0], Vec3<double>(0, 0, 0));
  EXPECT_EQ(flat->tangents[0], Vec4<double>(0, 0, 0, -1));
  ASSERT_EQ(flat->undefined.size(), 2u);
  EXPECT_EQ(flat->undefined[0].code, "ZERO_NORMAL");
  EXPECT_EQ(flat->undefined[1].code, "ZERO_TANGENT");
  const auto singular = stitched(one_vertex({1, 2, 3}), {0}, {scaling(1, 1, 0)}, rules[1]);
  EXPECT_EQ(singular->normals[0], Vec3<double>(0, 0, 0));
  ASSERT_EQ(singular->undefined.size(), 1u);
  EXPECT_EQ(singular->undefined[0].code, "SINGULAR_MATRIX");
}

TEST(Stitching, wrong_inputs_are_refused) {
  const std::vector<Affine<double>> palette(2);
  expect_error(stitched(one_vertex({1, 2, 3}), {2}, palette), "INDEX_RANGE", "joints[0][0]");
  expect_error(stitched(one_vertex({1, 2, 3}), {0, 1}, palette), "COUNT_MISMATCH", "joints");
  expect_error(stitched(one_vertex({1, 2, std::numeric_limits<double>::infinity()}), {0}, palette),
               "NOT_FINITE", "positions[0]");
  std::vector<Affine<double>> broken(2);
  broken[1].translation[2] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(stitched(one_vertex({1, 2, 3}), {0}, broken)) << "joint 1 has no vertices";
  expect_error(stitched(one_vertex({1, 2, 3}), {1}, broken), "NOT_FINITE", "palette[1]");
}

TEST(Stitching, every_vertex_needs_exactly_one_joint) {
  const Implementation& implementation = find_algorithm("stitching")->implementation;
  Random random("stitching.question");
  EXPECT_EQ(test::refusal_of(implementation.in_double(scenes::sample_skinning(3, random), {})),
            "COUNT_MISMATCH joints");
}

}  // namespace bindpose::skinning::stitching_test
