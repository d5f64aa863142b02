// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/linear_blend.h"

#include <gtest/gtest.h>

#include "reference/testing/surfaces.h"

namespace bindpose::skinning::linear_blend_test {

using namespace test;

constexpr NormalRule rules[] = {NormalRule::direction, NormalRule::inverse_transpose,
                                NormalRule::blend_of_inverse_transposes};

Surface<double> skin(const Mesh& mesh, const Influences& influences,
                     const std::vector<Affine<double>>& palette, NormalRule rule = NormalRule::direction,
                     BlendOrder order = BlendOrder::transform_then_blend) {
  return *linearly_blended(mesh, influences, palette, rule, order);
}

TEST(LinearBlend, the_formula_matches_a_hand_calculation) {
  Mesh mesh = one_vertex({1, 2, 3});
  Affine<double> A, B;
  A.linear << 0, -1, 0, 1, 0, 0, 0, 0, 1;  // x to y
  B.translation = {8, 0, 0};
  const Surface<double> surface = skin(mesh, {2, {1, 0}, {0.75, 0.25}}, {A, B});
  EXPECT_EQ(surface.positions[0], 0.75 * Vec3<double>(9, 2, 3) + 0.25 * Vec3<double>(-2, 1, 3));
  EXPECT_EQ(surface.normals[0], Vec3<double>(0, 0, 1)) << "a translation does not change a normal";
  EXPECT_LT((surface.tangents[0] - Vec4<double>(3 / std::sqrt(10.0), 1 / std::sqrt(10.0), 0, -1)).norm(),
            1e-15);
}

TEST(LinearBlend, a_mirrored_joint_keeps_the_normal_outward) {
  Mesh mesh = one_vertex({2, 0, 1});
  mesh.normals[0] = Vec3<double>(2, 0, 1).normalized();
  const std::vector<Affine<double>> mirror = {scaling(-1, 1, 1)};
  for (const NormalRule rule : rules) {
    const Surface<double> surface = skin(mesh, {1, {0}, {1}}, mirror, rule);
    EXPECT_EQ(surface.positions[0], Vec3<double>(-2, 0, 1));
    EXPECT_LT((surface.normals[0] - Vec3<double>(-2, 0, 1).normalized()).norm(), 1e-15);
  }
}

}  // namespace bindpose::skinning::linear_blend_test
