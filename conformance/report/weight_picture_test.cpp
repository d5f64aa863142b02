// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/weight_picture.h"

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "conformance/report/colour_scale.h"
#include "conformance/testing/results.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance {
namespace weight_picture_test {

/// Three vertices under two joints, the second of which is moved by (0, 2, 0) once.
Character sliding_triangle() {
  const Affine<double> still, moved{Mat3<double>::Identity(), {0, 2, 0}};
  Character character{.name = "triangle",
                      .mesh = {},
                      .parents = {-1, 0},
                      .pivots = {{0, 0, 0}, {1, 0, 0}},
                      .own = {2, {1, 0, 0.5, 0.5, 0, 1}},
                      .clips = 1,
                      .palettes = {{still, moved}}};
  character.mesh.positions = {{-1, 0, 0}, {0, 3, 0}, {1, 0, 0.5}};
  character.mesh.triangles = {{0, 1, 2}};
  return character;
}

TEST(WeightPicture, joints_have_colours_and_distances_the_scale) {
  const Character character = sliding_triangle();
  const auto picture = picture_of_weights(character, "bind.heat", {2, {1, 0, 1, 0, 0.25, 0.75}});
  ASSERT_TRUE(picture) << to_string(picture.error());
  ASSERT_EQ(picture->drawing.panels.size(), 3U);
  const auto colour = [&](std::size_t panel, std::size_t v) {
    const auto& all = picture->drawing.panels[panel].colours;
    return Colour{all[4 * v], all[4 * v + 1], all[4 * v + 2]};
  };
  EXPECT_EQ(colour(0, 0), colour(1, 0));
  EXPECT_NE(colour(0, 1), colour(1, 1));
  EXPECT_EQ(colour(1, 0), colour(1, 1)) << "both wholly of the first joint";
  EXPECT_EQ(colour(2, 0), scale_colour(0)) << "stays";
  EXPECT_EQ(colour(2, 1), scale_colour(1)) << "1 m apart, the farthest";
  EXPECT_EQ(colour(2, 2), scale_colour(0.5));
  EXPECT_EQ(picture->captions,
            (std::vector<std::string>{"its own weights", "bind.heat", "apart by up to 22 % of its size"}));
  EXPECT_EQ(picture->drawing.low, (std::array<float, 3>{-1, 0, 0}));
  EXPECT_EQ(picture->drawing.high, (std::array<float, 3>{1, 3, 0.5}));
}

TEST(WeightPicture, what_does_not_move_is_nowhere_apart) {
  Character character = sliding_triangle();
  character.palettes.clear();
  const auto picture = picture_of_weights(character, "bind.heat", {2, {1, 0, 1, 0, 1, 0}});
  ASSERT_TRUE(picture) << to_string(picture.error());
  EXPECT_EQ(picture->captions[2], "nothing moves");
}

TEST(WeightPicture, the_command_draws_the_built_in_figure) {
  const TemporaryFolder folder;
  const Ran ran =
      run_in(folder, BINDPOSE_PROGRAM
             " bind --method bind.point-to-line --moments 2 --pictures pictures --colours colours");
  ASSERT_EQ(ran.exit_code, 0) << ran.out;
  EXPECT_EQ(slurp(folder / "pictures/figure-bind.point-to-line.png").substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_TRUE(std::filesystem::exists(folder / "colours/figure-bind.point-to-line.glb"));
  EXPECT_TRUE(std::filesystem::exists(folder / "colours/figure-own.glb"));
}

}  // namespace weight_picture_test
}  // namespace bindpose::conformance
