// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/picture/drawing.h"

#include <gtest/gtest.h>

#include "reference/testing/assert.h"

namespace bindpose::gpu::drawing_test {

constexpr Rgb white = {255, 255, 255};

/// A square in the xy plane, and the same square outside the box.
Drawing two_squares() {
  Drawing drawing;
  const std::vector<float> square = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
  const std::vector<std::uint8_t> red = {255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255};
  std::vector<float> away = square;
  for (float& x : away)
    x += 100;
  drawing.panels = {{square, red}, {away, red}};
  drawing.triangles = {{0, 1, 2}, {0, 2, 3}};
  drawing.low = {-1, -1, -1};
  drawing.high = {1, 1, 1};
  return drawing;
}

std::size_t coloured(const Image& image, std::size_t from, std::size_t to) {
  std::size_t count = 0;
  for (std::size_t y = 0; y < image.height; ++y)
    for (std::size_t x = from; x < to; ++x)
      count += image.at(x, y) != white ? 1 : 0;
  return count;
}

TEST(DrawingTest, a_mesh_outside_the_box_is_not_drawn) {
  BINDPOSE_ASSERT(auto context, Context::open({Platform::surfaceless, 0, Api::gl}));
  BINDPOSE_ASSERT(const auto image, draw(*context, two_squares()));
  EXPECT_EQ(image.width, 2 * panel_side);
  EXPECT_EQ(image.height, panel_side);
  const std::size_t pixels = coloured(image, 0, panel_side);
  EXPECT_GT(pixels, panel_side * panel_side / 5);
  EXPECT_LT(pixels, panel_side * panel_side);
  EXPECT_EQ(coloured(image, panel_side, 2 * panel_side), 0U);
  const Rgb middle = image.at(panel_side / 2, panel_side / 2);
  EXPECT_GT(middle[0], 100);
  EXPECT_EQ(middle[1], 0);
}

TEST(DrawingTest, vertices_without_triangles_are_drawn_as_points) {
  BINDPOSE_ASSERT(auto context, Context::open({Platform::surfaceless, 0, Api::gles}));
  Drawing drawing = two_squares();
  drawing.triangles.clear();
  BINDPOSE_ASSERT(const auto image, draw(*context, drawing));
  const std::size_t pixels = coloured(image, 0, panel_side);
  EXPECT_GE(pixels, 4U * 9);
  EXPECT_LE(pixels, 4U * 16 * 4);
  BINDPOSE_ASSERT(const auto again, draw(*context, drawing));
  EXPECT_EQ(again.rgb, image.rgb);
}

TEST(DrawingTest, a_box_without_extent_is_drawn) {
  BINDPOSE_ASSERT(auto context, Context::open({Platform::surfaceless, 0, Api::gl}));
  Drawing drawing;
  drawing.panels = {{{0, 0, 0}, {0, 0, 255, 255}}};
  BINDPOSE_ASSERT(const auto image, draw(*context, drawing));
  EXPECT_GT(coloured(image, 0, panel_side), 0U);
}

}  // namespace bindpose::gpu::drawing_test
