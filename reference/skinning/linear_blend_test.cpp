// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/linear_blend.h"

#include <numbers>

#include <gtest/gtest.h>

#include "reference/scenes/bar.h"
#include "reference/scenes/crowd.h"
#include "reference/scenes/cylinder.h"
#include "reference/skinning/stitching.h"
#include "reference/testing/surfaces.h"

namespace bindpose::skinning {
namespace linear_blend_test {

using namespace test;

constexpr NormalRule rules[] = {NormalRule::direction, NormalRule::inverse_transpose,
                                NormalRule::blend_of_inverse_transposes};

Surface<double> skin(const Mesh& mesh, const Influences& influences,
                     const std::vector<Affine<double>>& palette, NormalRule rule = NormalRule::direction,
                     BlendOrder order = BlendOrder::transform_then_blend) {
  return *linearly_blended(mesh, influences, palette, rule, order);
}

/// A cylinder with a ring of weights 1/2 at the elbow: its positions and normals there, for one rule.
struct Elbow {
  scenes::CylinderShape shape;
  scenes::Scene scene;
  std::size_t first = 20 * 40;  ///< vertex of the ring at the elbow

  Elbow(double bend, double twist) {
    shape.rings = 41;
    scene = scenes::cylinder(scenes::degrees(bend), scenes::degrees(twist), shape);
  }
  Surface<double> skinned(NormalRule rule = NormalRule::direction) const {
    return skin(scene.rig.mesh, scene.rig.influences, palette_of(scene), rule);
  }
};

TEST(LinearBlend, formula_by_hand) {
  Mesh mesh = one_vertex({1, 2, 3});
  Affine<double> A, B;
  A.linear << 0, -1, 0, 1, 0, 0, 0, 0, 1;  // x to y
  B.translation = {8, 0, 0};
  const Surface<double> surface = skin(mesh, {2, {1, 0}, {0.75, 0.25}}, {A, B});
  EXPECT_EQ(surface.positions[0], 0.75 * Vec3<double>(9, 2, 3) + 0.25 * Vec3<double>(-2, 1, 3));
  EXPECT_EQ(surface.normals[0], Vec3<double>(0, 0, 1)) << "a translation does not carry a normal";
  EXPECT_LT((surface.tangents[0] - Vec4<double>(3 / std::sqrt(10.0), 1 / std::sqrt(10.0), 0, -1)).norm(),
            1e-15);
}

TEST(LinearBlend, twist_collapses_the_radius) {
  const struct {
    double angle, radius;
  } known[] = {{0, 1}, {60, 0.8660254}, {90, 0.7071068}, {120, 0.5}, {180, 0}};
  for (const auto& [angle, radius] : known) {
    const Elbow elbow(0, angle);
    const Surface<double> surface = elbow.skinned();
    for (std::size_t side = 0; side < elbow.shape.sides; ++side) {
      const Vec3<double>& x = surface.positions[elbow.first + side];
      EXPECT_NEAR(std::hypot(x[0], x[1]) / elbow.shape.radius, radius, 1e-6) << angle;
      EXPECT_NEAR(std::fabs(std::cos(scenes::degrees(angle) / 2)), radius, 1e-7);
    }
    const Vec3<double>& far = surface.positions.back();
    EXPECT_NEAR(std::hypot(far[0], far[1]), elbow.shape.radius, 1e-5) << "away from the elbow it is kept";
  }
}

TEST(LinearBlend, normal_rules_part_at_a_bend) {
  // At weight 1/2 and bend a the blend shrinks the plane of the bend by c = cos(a / 2). Directions and their
  // inverse transposes then part by at most asin((1 - c^2) / (1 + c^2)).
  const struct { double bend, apart; } found[] = {{30, 1.9859}, {60, 8.2132}, {90, 19.4712}};
  for (const auto& [bend, apart] : found) {
    const Elbow elbow(bend, 0);
    const double c = std::cos(scenes::degrees(bend) / 2);
    EXPECT_NEAR(std::asin((1 - c * c) / (1 + c * c)) * 180 / std::numbers::pi, apart, 1e-4);
    const Surface<double> by_direction = elbow.skinned(rules[0]), of_blend = elbow.skinned(rules[1]),
                          of_each = elbow.skinned(rules[2]);
    EXPECT_NEAR(largest_angle(by_direction.normals, of_blend.normals), apart, 1e-4);
    EXPECT_LT(largest_angle(by_direction.normals, of_each.normals), 1e-5)
        << "rotations are their inverse transposes";
    EXPECT_EQ(distance(by_direction.positions, of_blend.positions), 0);
    EXPECT_EQ(distance(by_direction.tangents, of_blend.tangents), 0);
  }
}

TEST(LinearBlend, normal_rules_agree_for_rigid_weights_and_rotations) {
  scenes::BarVariation variation;
  variation.rigid = true;
  const scenes::Scene scene = scenes::bar(variation);
  const std::vector<Affine<double>> palette = palette_of(scene);
  const Surface<double> first = skin(scene.rig.mesh, scene.rig.influences, palette, rules[0]);
  for (const NormalRule rule : rules)
    EXPECT_LT(distance(skin(scene.rig.mesh, scene.rig.influences, palette, rule), first), 1e-6);
}

TEST(LinearBlend, inverse_transposes_keep_a_scaled_normal_perpendicular) {
  Mesh mesh = one_vertex({0, 0, 0});
  mesh.normals[0] = Vec3<double>(1, 1, 0).normalized();
  mesh.tangents[0] << Vec3<double>(1, -1, 0).normalized(), 1;
  const std::vector<Affine<double>> palette = {scaling(3, 1, 1)};
  for (const NormalRule rule : {rules[1], rules[2]}) {
    const Surface<double> surface = skin(mesh, {1, {0}, {1}}, palette, rule);
    EXPECT_LT(std::fabs(surface.normals[0].dot(surface.tangents[0].head<3>())), 1e-15);
  }
  const Surface<double> surface = skin(mesh, {1, {0}, {1}}, palette, rules[0]);
  EXPECT_GT(std::fabs(surface.normals[0].dot(surface.tangents[0].head<3>())), 0.5);
}

TEST(LinearBlend, mirrored_joint_keeps_the_normal_outward) {
  Mesh mesh = one_vertex({2, 0, 1});
  mesh.normals[0] = Vec3<double>(2, 0, 1).normalized();
  const std::vector<Affine<double>> mirror = {scaling(-1, 1, 1)};
  for (const NormalRule rule : rules) {
    const Surface<double> surface = skin(mesh, {1, {0}, {1}}, mirror, rule);
    EXPECT_EQ(surface.positions[0], Vec3<double>(-2, 0, 1));
    EXPECT_LT((surface.normals[0] - Vec3<double>(-2, 0, 1).normalized()).norm(), 1e-15);
  }
}

}  // namespace linear_blend_test
}  // namespace bindpose::skinning
