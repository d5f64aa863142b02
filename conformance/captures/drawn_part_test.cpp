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

/// Rows whose only output is a number each.
DrawnVertices drawn(std::vector<std::size_t> rows, std::vector<std::int32_t> vertices,
                    std::vector<double> numbers) {
  return {std::move(rows), std::move(vertices), {{"place", {1, std::move(numbers)}}}, {}};
}

using Rows = std::vector<std::size_t>;

TEST(DrawnPart, corners_in_their_order_are_the_files) {
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

TEST(DrawnPart, triangles_in_another_order_go_by_the_numbers_of_vertices) {
  const auto rows =
      rows_of_vertices(drawn({2, 1, 3, 0, 1, 2}, {6, 5, 7, 4, 5, 6}, {10, 11, 12, 13}), square());
  EXPECT_EQ(rows.value(), Rows({0, 1, 2, 3}));
}

TEST(DrawnPart, neither_is_an_error) {
  const auto rows =
      rows_of_vertices(drawn({2, 1, 3, 0, 1, 2}, {6, 5, 9, 4, 5, 6}, {10, 11, 12, 13}), square());
  EXPECT_EQ(rows.error().code, "CAPTURE_ORDER");
}

TEST(DrawnPart, numbers_from_one_end_of_int32_to_the_other_are_an_error) {
  constexpr std::int32_t low = std::numeric_limits<std::int32_t>::min();
  constexpr std::int32_t high = std::numeric_limits<std::int32_t>::max();
  const auto rows =
      rows_of_vertices(drawn({2, 1, 3, 0, 1, 2}, {low, high, 0, 1, 2, 3}, {10, 11, 12, 13}), square());
  EXPECT_EQ(rows.error().code, "CAPTURE_ORDER");
}

TEST(DrawnPart, fewer_vertices_than_rows_or_none_are_an_error) {
  EXPECT_EQ(
      rows_of_vertices(drawn({2, 1, 3, 0, 1, 2}, {4, 5, 6, 7}, {10, 11, 12, 13}), square()).error().code,
      "CAPTURE_FORMAT");
  EXPECT_EQ(rows_of_vertices(drawn({}, {}, {}), square()).error().code, "CAPTURE_FORMAT");
}

TEST(DrawnPartDeathTest, a_row_that_no_output_has_ends_the_program) {
  EXPECT_DEATH(static_cast<void>(rows_of_vertices(
                   drawn({0, 1, 2, 9, 1, 3}, {0, 1, 2, 2, 1, 3}, {10, 11, 12, 13}), square())),
               "row 9 of 4 does not exist");
}

TEST(DrawnPart, a_vertex_of_no_triangle_is_named) {
  gltf::Primitive primitive = square();
  primitive.mesh.positions.emplace_back(5, 5, 5);
  const auto rows =
      rows_of_vertices(drawn({0, 1, 2, 2, 1, 3}, {0, 1, 2, 2, 1, 3}, {10, 11, 12, 13}), primitive);
  EXPECT_EQ(rows.error().code, "CAPTURE_VERTEX");
  EXPECT_NE(rows.error().message.find("vertex 4"), std::string::npos) << rows.error().message;
}

TEST(DrawnPart, without_triangles_a_draw_is_as_large_as_its_vertices) {
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
