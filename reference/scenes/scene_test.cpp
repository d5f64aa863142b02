// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/scene.h"

#include <gtest/gtest.h>

#include "reference/scenes/bar.h"
#include "reference/testing/assert.h"
#include "reference/testing/surfaces.h"

namespace bindpose::scenes {

using namespace test;

TEST(Scene, palette_questions_round_the_palette_once) {
  const Scene scene = bar();
  BINDPOSE_ASSERT(const auto question, palette_question(scene));
  const auto maps = read_affines<double>(question, "palette");
  const std::vector<Affine<double>> palette = test::palette_of(scene);
  ASSERT_EQ(maps->size(), palette.size());
  for (std::size_t j = 0; j < palette.size(); ++j) {
    EXPECT_EQ((*maps)[j].linear, to_float32(palette[j]).linear);
    EXPECT_EQ((*maps)[j].translation, to_float32(palette[j]).translation);
  }
  EXPECT_FALSE(question.has("parents"));
}

TEST(Scene, pose_questions_have_arrays_that_define_the_palette) {
  BINDPOSE_ASSERT(const auto question, pose_question(bar()));
  for (const char* name : {"positions", "normals", "tangents", "joints", "weights", "parents",
                           "local_translations", "local_rotations", "local_scales", "inverse_binds"})
    EXPECT_TRUE(question.has(name)) << name;
  EXPECT_FALSE(question.has("palette"));
}

TEST(Scene, parts_are_in_the_space_of_their_joint) {
  BarVariation variation;
  variation.rigid = true;
  const Scene scene = bar(variation, true);
  BINDPOSE_ASSERT(const auto question, parts_palette_question(scene));
  EXPECT_EQ(question.find("joints")->shape, (Shape{36, 1}));
  EXPECT_FALSE((*parts_pose_question(scene)).has("inverse_binds"));
  const auto world = read_affines<double>(question, "palette");
  const auto mesh = read_mesh(question);
  const auto influences = read_influences(question, 36);
  for (std::size_t v = 0; v < 36; ++v) {
    const Affine<double>& W = (*world)[influences->joints[v]];
    EXPECT_LT((W * mesh->positions[v] - scene.rig.mesh.positions[v]).norm(), 1e-5) << v;
    EXPECT_LT((W.linear * mesh->normals[v] - scene.rig.mesh.normals[v]).norm(), 1e-6) << v;
  }
}

TEST(Scene, the_first_of_the_strongest_influences_is_kept) {
  const Influences rigid = rigid_influences({3, {5, 6, 7, 5, 6, 7}, {0.2, 0.4, 0.4, 0.25, 0.25, 0.5}});
  EXPECT_EQ(rigid.width, 1u);
  EXPECT_EQ(rigid.joints, (std::vector<std::uint32_t>{6, 7}));
  EXPECT_EQ(rigid.weights, (std::vector<double>{1, 1}));
}

TEST(Scene, dyadic_weights_and_their_complements_are_representable) {
  for (int i = 0; i <= 1000; ++i) {
    const double w = dyadic_weight(i / 1000.0);
    EXPECT_EQ(w, bindpose::to_float32(w));
    EXPECT_EQ(1 - w, bindpose::to_float32(1 - w));
    EXPECT_NEAR(w, i / 1000.0, 0x1p-17);
  }
  EXPECT_EQ(dyadic_weight(-1), 0);
  EXPECT_EQ(dyadic_weight(2), 1);
}

TEST(Scene, rotations_are_right_handed_for_axes_of_any_length) {
  const Quat<double> q = rotation_about({0, 0, 5}, degrees(90));
  EXPECT_LT((q * Vec3<double>::UnitX() - Vec3<double>::UnitY()).norm(), 1e-7);
  EXPECT_EQ(q.w(), bindpose::to_float32(q.w()));
  EXPECT_NEAR(degrees(180), 3.14159265358979, 1e-14);
}

TEST(Scene, inverse_binds_invert_the_rest_pose) {
  Rig rig;
  rig.skeleton.parents = {1, -1};
  std::vector<LocalTransform<double>> rest(2);
  rest[1].trs.translation = {1, 2, 3};
  rest[0].trs.scale = {2, 2, 2};
  ASSERT_TRUE(bind_at_rest(rig, rest));
  EXPECT_EQ(rig.skeleton.inverse_binds[0] * Vec3<double>(1, 2, 3), Vec3<double>(0, 0, 0));
  EXPECT_EQ(rig.skeleton.inverse_binds[0].linear(1, 1), 0.5);
  rest[0].trs.scale = {2, 0, 2};
  const auto singular = bind_at_rest(rig, rest);
  EXPECT_FALSE(singular);
}

TEST(Scene, triangles_are_added_only_on_request) {
  const Scene scene = bar();
  EXPECT_FALSE(palette_question(scene)->has("triangles"));
  BINDPOSE_ASSERT(const auto question, with_triangles(pose_question(scene), scene));
  EXPECT_EQ(*read_triangles(question, 36), scene.rig.mesh.triangles);
  EXPECT_FALSE(with_triangles(fail("CYCLE", "parents[0]", ""), scene));
}

}  // namespace bindpose::scenes
