// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/figure.h"

#include <gtest/gtest.h>

#include "reference/testing/scene_checks.h"

namespace bindpose::scenes {

using namespace test;

TEST(Figure, the_figure_is_sound_and_closed) {
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

TEST(Figure, the_benchmark_form_has_the_published_counts) {
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

}  // namespace bindpose::scenes
