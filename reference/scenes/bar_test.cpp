// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/bar.h"

#include <gtest/gtest.h>

#include "reference/testing/scene_checks.h"
#include "reference/testing/surfaces.h"

namespace bindpose::scenes::bar_test {

using namespace test;

double worst_distance(const std::vector<Affine<double>>& a, const std::vector<Affine<double>>& b) {
  double worst = 0;
  for (std::size_t j = 0; j < a.size(); ++j)
    worst =
        std::max({worst, (a[j].linear - b[j].linear).norm(), (a[j].translation - b[j].translation).norm()});
  return worst;
}

TEST(Bar, every_variation_is_sound) {
  for (int bits = 0; bits < 16; ++bits) {
    BarVariation variation;
    variation.armature = (bits & 1) != 0;
    variation.rigid = (bits & 2) != 0;
    variation.shuffled = (bits & 4) != 0;
    variation.bind_shape = (bits & 8) != 0;
    expect_sound(bar(variation));
    expect_sound(bar(variation, true));
  }
}

TEST(Bar, palette_is_the_identity_at_rest) {
  const std::vector<Affine<double>> palette = test::palette_of(bar({}, true));
  EXPECT_LT(worst_distance(palette, std::vector<Affine<double>>(3)), 1e-6);
  BarVariation shape;
  shape.bind_shape = true;
  EXPECT_GT(worst_distance(test::palette_of(bar(shape, true)), palette), 0.1);
}

TEST(Bar, every_defect_moves_the_bar) {
  const Scene scene = bar();
  const std::vector<Affine<double>> palette = test::palette_of(scene);
  const auto wrong = [&](auto edit) {
    Scene edited = scene;
    edit(edited);
    return worst_distance(test::palette_of(edited), palette);
  };
  for (std::size_t j = 0; j < 3; ++j) {
    EXPECT_GT(
        wrong([&](Scene& s) { s.pose.locals[j].trs.rotation = s.pose.locals[j].trs.rotation.conjugate(); }),
        0.1);
    EXPECT_GT(wrong([&](Scene& s) { s.pose.locals[j].trs.rotation = Quat<double>::Identity(); }), 0.1);
    EXPECT_GT(wrong([&](Scene& s) { s.rig.skeleton.inverse_binds[j] = {}; }), 0.1);
    EXPECT_GT(wrong([&](Scene& s) { s.rig.skeleton.inverse_binds[j].linear.transposeInPlace(); }), 0.1);
  }
  EXPECT_GT(wrong([](Scene& s) { s.rig.skeleton.parents[2] = 0; }), 0.1);
}

TEST(Bar, the_order_of_joints_changes_nothing) {
  BarVariation variation;
  variation.shuffled = true;
  const Scene scene = bar(), shuffled = bar(variation);
  EXPECT_EQ(shuffled.rig.skeleton.parents, (std::vector<int>{1, 2, -1}));
  std::vector<Affine<double>> palette = test::palette_of(shuffled);
  std::reverse(palette.begin(), palette.end());
  EXPECT_EQ(worst_distance(palette, test::palette_of(scene)), 0);
  for (std::size_t i = 0; i < scene.rig.influences.joints.size(); ++i)
    ASSERT_EQ(shuffled.rig.influences.joints[i], 2 - scene.rig.influences.joints[i]);
}

TEST(Bar, an_armature_moves_every_joint) {
  BarVariation variation;
  variation.armature = true;
  const Scene scene = bar(variation);
  EXPECT_EQ(scene.rig.skeleton.parents, (std::vector<int>{3, 0, 1, -1}));
  const std::vector<Affine<double>> palette = test::palette_of(scene), without = test::palette_of(bar());
  const Affine<double> armature = affine_from_trs(scene.pose.locals[3].trs);
  EXPECT_LT(worst_distance(test::moved(armature, without), {palette.begin(), palette.begin() + 3}), 1e-12);
}

}  // namespace bindpose::scenes::bar_test
