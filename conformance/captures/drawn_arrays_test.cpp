// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/captures/drawn_arrays.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace bindpose::captures::drawn_arrays_test {

gltf::Primitive triangle() {
  gltf::Primitive primitive;
  primitive.mesh.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  primitive.mesh.triangles = {{0, 1, 2}};
  return primitive;
}

/// A draw of the triangle with one output of this many numbers per vertex: 0, 1, 2, ...
DrawnVertices drawn(const std::string& name, std::size_t width) {
  Output output{width, {}};
  for (std::size_t i = 0; i < 3 * width; ++i)
    output.numbers.push_back(static_cast<double>(i));
  return {{0, 1, 2}, {0, 1, 2}, {{name, output}}, {}};
}

/// The array of that name, or the error.
Expected<Array> appended(const DrawnVertices& drawn, const std::string& name, const Options& options = {}) {
  std::map<std::string, Array> arrays = {{name, {name, {3, 3}, Array::Reals()}}};
  const auto done = append_drawn(drawn, triangle(), options, arrays);
  if (!done) return tl::unexpected(done.error());
  return arrays.at(name);
}

std::string words_of(const Expected<Array>& array) {
  return array ? "" : to_string(array.error());
}

TEST(DrawnArrays, positions_of_three_columns_are_refused_not_read_as_four) {
  for (const std::size_t width : {1U, 2U, 3U}) {
    const auto array = appended(drawn("gl_Position", width), "positions");
    ASSERT_FALSE(array) << width;
    EXPECT_EQ(array.error().code, "CAPTURE_OUTPUT");
    EXPECT_NE(
        words_of(array).find("expected 4 numbers per vertex for gl_Position, found " + std::to_string(width)),
        std::string::npos)
        << words_of(array);
  }
}

TEST(DrawnArrays, every_output_that_is_narrower_than_its_array_is_refused) {
  const struct {
    const char* array;
    std::size_t found, least;
  } narrow[] = {{"positions", 2, 3}, {"normals", 2, 3}, {"normals", 1, 3}, {"tangents", 3, 4}};
  for (const auto& each : narrow) {
    const auto array = appended(drawn("v_out", each.found), each.array, {{each.array, "v_out"}});
    ASSERT_FALSE(array) << each.array;
    EXPECT_EQ(array.error().code, "CAPTURE_OUTPUT");
    EXPECT_NE(words_of(array).find(fmt::format("at least {} numbers per vertex for {} in 'v_out', found {}",
                                               each.least, each.array, each.found)),
              std::string::npos)
        << words_of(array);
  }
}

TEST(DrawnArrays, an_array_takes_the_first_numbers_of_a_wider_output) {
  const auto array = appended(drawn("v_out", 4), "positions", {{"positions", "v_out"}});
  ASSERT_TRUE(array) << words_of(array);
  EXPECT_EQ(array->reals(), (Array::Reals{0, 1, 2, 4, 5, 6, 8, 9, 10}));
  EXPECT_TRUE(array->uncertainty.empty()) << "an output in the world is exact";
}

TEST(DrawnArrays, the_error_of_a_missing_output_lists_existing_ones) {
  const auto array = appended(drawn("v_out", 3), "positions", {{"positions", "v_world"}});
  EXPECT_EQ(array.error().code, "CAPTURE_OUTPUT");
  EXPECT_NE(words_of(array).find("it has v_out (3)"), std::string::npos) << words_of(array);
}

TEST(DrawnArrays, positions_through_a_camera_each_have_an_uncertainty) {
  DrawnVertices seen = drawn("gl_Position", 4);
  seen.outputs["gl_Position"].numbers = {0, 0, -8, 1, 1, 0, -8, 1, 0, 1, -8, 1};
  seen.matrices["view"] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, -8, 1};
  const auto array = appended(seen, "positions", {{"camera", "view"}});
  ASSERT_TRUE(array) << words_of(array);
  EXPECT_EQ(array->reals(), (Array::Reals{0, 0, 0, 1, 0, 0, 0, 1, 0}));
  ASSERT_EQ(array->uncertainty.size(), 9U);
  EXPECT_GT(array->uncertainty[2], 0);
  EXPECT_LT(array->uncertainty[2], 1e-5);
}

}  // namespace bindpose::captures::drawn_arrays_test
