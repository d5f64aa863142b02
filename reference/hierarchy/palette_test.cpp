// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/palette.h"

#include <gtest/gtest.h>

#include "reference/hierarchy/shared/world.h"
#include "reference/numeric/random.h"
#include "reference/testing/assert.h"

namespace bindpose::hierarchy::palette_test {

TEST(palette, the_rigid_form_agrees_with_matrices) {
  Random random("palette.rigid");
  std::vector<Rigid<double>> world(20), inverse_binds(20);
  std::vector<Affine<double>> world_maps, inverse_maps;
  for (std::size_t j = 0; j < 20; ++j) {
    world[j] = {random.rotation().normalized(), random.point(2)};
    inverse_binds[j] = {random.rotation().normalized(), random.point(2)};
    world_maps.push_back(affine_from_rigid(world[j]));
    inverse_maps.push_back(affine_from_rigid(inverse_binds[j]));
  }
  const auto rigid = palette<double>(world, inverse_binds);
  const auto M = palette<double>(world_maps, inverse_maps);
  ASSERT_TRUE(rigid && M);
  for (std::size_t j = 0; j < 20; ++j) {
    const Affine<double> map = affine_from_rigid((*rigid)[j]);
    EXPECT_LT((map.linear - (*M)[j].linear).norm(), 1e-14);
    EXPECT_LT((map.translation - (*M)[j].translation).norm(), 1e-14);
  }
  for (const Rigid<double>& B : world) {
    BINDPOSE_ASSERT(const auto identity, palette<double>(std::vector{B}, std::vector{inverse_bind(B)}));
    EXPECT_LT((identity[0].rotation.coeffs() - Vec4<double>(0, 0, 0, 1)).norm(), 1e-14);
    EXPECT_LT(identity[0].translation.norm(), 1e-14);
  }
}

TEST(palette, nan_stays_in_its_joint) {
  std::vector<Affine<double>> world(3);
  world[1].linear(0, 0) = std::numeric_limits<double>::quiet_NaN();
  BINDPOSE_ASSERT(const auto M, palette<double>(world, std::vector<Affine<double>>(3)));
  EXPECT_TRUE(std::isnan(M[1].linear(0, 0)));
  EXPECT_EQ(M[2].linear, Mat3<double>::Identity());
}

TEST(palette, mismatched_counts_are_refused) {
  EXPECT_EQ(test::refusal_of(palette<double>(std::vector<Affine<double>>(3), std::vector<Affine<double>>(2))),
            "COUNT_MISMATCH inverse_binds");
  EXPECT_EQ(test::code_of(palette<double>(std::vector<Rigid<double>>(1), std::vector<Rigid<double>>(2))),
            "COUNT_MISMATCH");
}

}  // namespace bindpose::hierarchy::palette_test
