// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/scene_checks.h"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include "reference/scenes/bar.h"

namespace bindpose::test {

TEST(SceneChecks, a_sound_scene_passes) {
  expect_sound(bar());
}

TEST(SceneChecks, faults_are_detected) {
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

TEST(SceneChecks, open_and_inverted_surfaces_are_detected) {
  Mesh tetrahedron;
  tetrahedron.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  tetrahedron.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  expect_closed(tetrahedron);
  EXPECT_EQ(six_volumes(tetrahedron), 1);
  static Mesh open, inverted;
  open = inverted = tetrahedron;
  open.triangles.pop_back();
  EXPECT_FATAL_FAILURE(expect_closed(open), "1 to 3");
  for (Triangle& t : inverted.triangles)
    std::swap(t[0], t[1]);
  EXPECT_FATAL_FAILURE(expect_closed(inverted), "six_volumes");
}

}  // namespace bindpose::test
