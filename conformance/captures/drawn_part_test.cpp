// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/captures/drawn_part.h"

#include <limits>

#include <gtest/gtest.h>

namespace bindpose::captures::drawn_part_test {

/// Four vertices, two triangles that share an edge.
gltf::Primitive square() {
  gltf::Primitive primitive;
  primitive.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}};
  primitive.mesh.triangles = {{0, 1, 2}, {2, 1, 3}};
  return primitive;
}

/// A draw whose only output has one number per row.
DrawnVertices drawn(std::vector<std::size_t> rows, std::vector<std::int32_t> vertices,
                    std::vector<double> numbers) {
  return {std::move(rows), std::move(vertices), {{"place", {1, std::move(numbers)}}}, {}};
}

using Rows = std::vector<std::size_t>;

TEST(DrawnPart, indices_in_the_order_of_the_file_match) {
  const auto rows =
      rows_of_vertices(drawn({0, 1, 2, 2, 1, 3}, {0, 1, 2, 2, 1, 3}, {10, 11, 12, 13}), square());
  EXPECT_EQ(rows.value(), Rows({0, 1, 2, 3}));
}

TEST(DrawnPart, an_engine_may_split_vertices_and_renumber_them) {
  const auto rows =
      rows_of_vertices(drawn({0, 1, 2, 3, 4, 5}, {0, 1, 2, 3, 4, 5}, {10, 11, 12, 12, 11, 13}), square());
  EXPECT_EQ(rows.value(), Rows({0, 1, 2, 5}));
  EXPECT_EQ(
      rows_of_vertices(drawn({3, 2, 1, 1, 2, 0}, {9, 7, 5, 5, 7, 1}, {13, 12, 11, 10}), square()).value(),
      Rows({3, 2, 1, 0}));
}

TEST(DrawnPart, triangles_in_another_order_match_by_vertex_numbers) {
  const auto rows =
      rows_of_vertices(drawn({2, 1, 3, 0, 1, 2}, {6, 5, 7, 4, 5, 6}, {10, 11, 12, 13}), square());
  EXPECT_EQ(rows.value(), Rows({0, 1, 2, 3}));
}

TEST(DrawnPart, a_draw_that_matches_in_neither_way_is_an_error) {
  const auto rows =
      rows_of_vertices(drawn({2, 1, 3, 0, 1, 2}, {6, 5, 9, 4, 5, 6}, {10, 11, 12, 13}), square());
  EXPECT_EQ(rows.error().code, "CAPTURE_ORDER");
}

TEST(DrawnPart, vertex_numbers_across_all_of_int32_are_an_error) {
  constexpr std::int32_t low = std::numeric_limits<std::int32_t>::min();
  constexpr std::int32_t high = std::numeric_limits<std::int32_t>::max();
  const auto rows =
      rows_of_vertices(drawn({2, 1, 3, 0, 1, 2}, {low, high, 0, 1, 2, 3}, {10, 11, 12, 13}), square());
  EXPECT_EQ(rows.error().code, "CAPTURE_ORDER");
}

TEST(DrawnPart, missing_vertex_numbers_are_an_error) {
  EXPECT_EQ(
      rows_of_vertices(drawn({2, 1, 3, 0, 1, 2}, {4, 5, 6, 7}, {10, 11, 12, 13}), square()).error().code,
      "CAPTURE_FORMAT");
  EXPECT_EQ(rows_of_vertices(drawn({}, {}, {}), square()).error().code, "CAPTURE_FORMAT");
}

TEST(DrawnPartDeathTest, a_row_beyond_the_outputs_ends_the_program) {
  EXPECT_DEATH(static_cast<void>(rows_of_vertices(
                   drawn({0, 1, 2, 9, 1, 3}, {0, 1, 2, 2, 1, 3}, {10, 11, 12, 13}), square())),
               "row 9 of 4 does not exist");
}

TEST(DrawnPart, a_vertex_without_a_triangle_is_reported) {
  gltf::Primitive primitive = square();
  primitive.mesh.positions.emplace_back(5, 5, 5);
  const auto rows =
      rows_of_vertices(drawn({0, 1, 2, 2, 1, 3}, {0, 1, 2, 2, 1, 3}, {10, 11, 12, 13}), primitive);
  EXPECT_EQ(rows.error().code, "CAPTURE_VERTEX");
  EXPECT_NE(rows.error().message.find("vertex 4"), std::string::npos) << rows.error().message;
}

TEST(DrawnPart, without_triangles_the_size_is_the_vertex_count) {
  gltf::Primitive points = square();
  points.mesh.triangles.clear();
  Draw draw;
  draw.corners = 4;
  EXPECT_TRUE(is_as_large(draw, points));
  EXPECT_FALSE(is_as_large(draw, square()));
  EXPECT_EQ(rows_of_vertices(drawn({0, 1, 2, 3}, {0, 1, 2, 3}, {10, 11, 12, 13}), points).value(),
            Rows({0, 1, 2, 3}));
}

}  // namespace bindpose::captures::drawn_part_test
