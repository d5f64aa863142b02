// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/checks.h"

#include <cmath>
#include <limits>

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "reference/scenes/bar.h"

namespace bindpose::scenes {

TEST(SceneChecks, a_sound_scene_passes) {
  expect_sound(bar());
}

TEST(SceneChecks, faults_are_noticed) {
  EXPECT_FATAL_FAILURE(
      {
        Scene scene = bar();
        scene.rig.influences.weights[0] = 0.25;
        expect_sound(scene.rig.mesh, scene.rig.influences, 3);
      },
      "vertex 0");
  EXPECT_FATAL_FAILURE(
      {
        Scene scene = bar();
        scene.rig.mesh.normals[2] *= 2;
        expect_sound(scene.rig.mesh, scene.rig.influences, 3);
      },
      "n.norm()");
  EXPECT_FATAL_FAILURE(
      {
        ArraySet question;
        question.add("x", {1}, Array::Reals{0.1});
        expect_representable(question);
      },
      "x holds");
}

}  // namespace bindpose::scenes
