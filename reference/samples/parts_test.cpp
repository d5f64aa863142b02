// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/parts.h"

#include <gtest/gtest.h>

#include "reference/model/rig.h"
#include "reference/numeric/float32.h"

namespace bindpose::samples {

TEST(Sample, parents_form_a_forest_in_random_order) {
  Random random("forest");
  Skeleton skeleton;
  skeleton.parents = sample_parents(400, random);
  ASSERT_TRUE(validate(skeleton));
  std::size_t roots = 0, child_first = 0;
  for (std::size_t j = 0; j < 400; ++j) {
    roots += skeleton.parents[j] < 0 ? 1 : 0;
    child_first += skeleton.parents[j] > static_cast<int>(j) ? 1 : 0;
  }
  EXPECT_GT(roots, 20U);
  EXPECT_LT(roots, 100U);
  EXPECT_GT(child_first, 100U) << "a parent comes after its child as often as before it";
}

TEST(Sample, transforms_are_float32_and_sometimes_mirrored) {
  Random random("transforms");
  int mirrored = 0;
  for (int n = 0; n < 300; ++n) {
    const Trs<double> trs = sample_trs(random);
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(trs.scale[i], to_float32(trs.scale[i]));
      EXPECT_EQ(trs.translation[i], to_float32(trs.translation[i]));
      EXPECT_GE(std::fabs(trs.scale[i]), 0.5);
      EXPECT_LE(std::fabs(trs.scale[i]), 1.5);
    }
    EXPECT_NEAR(trs.rotation.norm(), 1, 1e-6);
    mirrored += trs.scale.prod() < 0 ? 1 : 0;
    EXPECT_GT(std::fabs(determinant(sample_affine(random).linear)), 1e-3);
    EXPECT_EQ(sample_rigid(random).scale, Vec3<double>::Ones());
  }
  EXPECT_GT(mirrored, 0);
  EXPECT_LT(mirrored, 300);
}

}  // namespace bindpose::samples
