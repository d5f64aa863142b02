// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/figure.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "reference/testing/scene_checks.h"
#include "reference/testing/surfaces.h"

namespace bindpose::scenes {

using namespace test;

TEST(Figure, is_sound_and_closed) {
  for (const FigureDetail detail : {FigureDetail::small, FigureDetail::full}) {
    const Scene scene = figure(detail);
    expect_sound(scene);
    expect_closed(scene.rig.mesh);
    EXPECT_EQ(scene.rig.skeleton.joint_count(), figure_joints);
    EXPECT_EQ(scene.rig.influences.width, 4u);
  }
  const Mesh small = figure(FigureDetail::small).rig.mesh;
  EXPECT_EQ(small.vertex_count(), 141u);
  EXPECT_EQ(small.triangles.size(), 242u);
}

TEST(Figure, benchmark_form_is_the_published_one) {
  const Scene scene = benchmark_figure();
  EXPECT_EQ(scene.rig.mesh.vertex_count(), 13206u);
  EXPECT_EQ(scene.rig.mesh.triangles.size(), 4402u);
  EXPECT_EQ(figure_copy_poses().size(), 36u);
  expect_sound(scene);
}

TEST(Figure, every_joint_has_influence_and_slots_are_used) {
  for (const FigureDetail detail : {FigureDetail::small, FigureDetail::full}) {
    const Influences influences = figure(detail).rig.influences;
    std::vector<double> pull(figure_joints, 0);
    std::size_t used = 0;
    for (std::size_t i = 0; i < influences.weights.size(); ++i) {
      pull[influences.joints[i]] += influences.weights[i];
      used += influences.weights[i] > 0;
    }
    for (std::size_t j = 0; j < figure_joints; ++j)
      EXPECT_GT(pull[j], 0.5) << j;
    EXPECT_GT(used, influences.weights.size() * 9 / 10);
  }
}

TEST(Figure, sides_mirror_each_other_at_rest) {
  const Scene scene = figure_at_rest(FigureDetail::small);
  const auto& names = scene.rig.skeleton.names;
  const auto joint = [&](const char* name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  };
  const auto world = *hierarchy::fk_matrix<double>(scene.rig.skeleton.parents, scene.pose.locals);
  for (const char* name :
       {"clavicle", "upper arm", "forearm", "hand", "fingers", "thigh", "shin", "foot", "toes"}) {
    const std::size_t left = joint(name), right = joint((std::string("right ") + name).c_str());
    ASSERT_LT(right, figure_joints) << name;
    Vec3<double> mirrored = world[right].translation;
    mirrored[0] = -mirrored[0];
    EXPECT_LT((world[left].translation - mirrored).norm(), 1e-6) << name;
  }
  for (const Affine<double>& M : test::palette_of(scene))
    EXPECT_LT((M.linear - Mat3<double>::Identity()).norm() + M.translation.norm(), 1e-5);
}

TEST(Figure, walks_upright_and_turns_every_joint) {
  const Scene scene = figure(FigureDetail::small), rest = figure_at_rest(FigureDetail::small);
  for (std::size_t j = 0; j < figure_joints; ++j) {
    const Quat<double>&a = scene.pose.locals[j].trs.rotation, &b = rest.pose.locals[j].trs.rotation;
    EXPECT_GT(a.angularDistance(b), degrees(3)) << j;
    EXPECT_LT(a.angularDistance(b), degrees(65)) << j;
  }
  const auto world = *hierarchy::fk_matrix<double>(scene.rig.skeleton.parents, scene.pose.locals);
  EXPECT_GT(world[4].translation[1], 1.45) << "the head is up";
  for (const std::size_t foot : {12u, 21u}) {
    EXPECT_GT(world[foot].translation[1], -0.1) << "the feet are down";
    EXPECT_LT(world[foot].translation[1], 0.5);
  }
}

TEST(Figure, copies_differ_and_stand_apart) {
  const std::vector<Pose<double>> poses = figure_copy_poses();
  for (std::size_t a = 0; a < poses.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const Trs<double>&p = poses[a].locals[0].trs, &q = poses[b].locals[0].trs;
      ASSERT_GT((p.translation - q.translation).norm(), 1.49);
      ASSERT_GT(poses[a].locals[15].trs.rotation.angularDistance(poses[b].locals[15].trs.rotation) +
                    p.rotation.angularDistance(q.rotation),
                degrees(5));
    }
}

}  // namespace bindpose::scenes
