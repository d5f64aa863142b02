// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/vertex_data.h"

#include <bit>

#include <gtest/gtest.h>

namespace bindpose::gpu {
namespace {

/// Two vertices, two influences, three joints.
ArraySet question() {
  ArraySet arrays;
  arrays.add("positions", {2, 3}, Array::Reals{1, 2, 3, 4, 5, 6});
  arrays.add("joints", {2, 2}, Array::Integers{2, 1, 0, 2});
  arrays.add("weights", {2, 2}, Array::Reals{0.25, 0.75, 1, 0});
  arrays.add("palette", {3, 3, 4}, Array::Reals(36, 0.5));
  return arrays;
}

float real(std::uint32_t word) {
  return std::bit_cast<float>(word);
}

TEST(VertexData, packs_a_record_a_vertex_and_pads_the_last_set) {
  const auto data = read_vertex_data(question(), true);
  ASSERT_TRUE(data) << to_string(data.error());
  ASSERT_EQ(data->layout.words(), 3U + 4U + 4U);
  ASSERT_EQ(data->words.size(), 22U);
  EXPECT_EQ(real(data->words[0]), 1);
  EXPECT_EQ(real(data->words[13]), 6);
  EXPECT_EQ(data->words[3], 2U);
  EXPECT_EQ(data->words[4], 1U);
  EXPECT_EQ(data->words[5], 0U);  // joint 0
  EXPECT_EQ(real(data->words[8]), 0.75F);
  EXPECT_EQ(real(data->words[9]), 0);  // weight 0
  EXPECT_EQ(data->palette.size(), 36U);
}

TEST(VertexData, attributes_take_room_only_where_given) {
  ArraySet arrays = question();
  arrays.add("normals", {2, 3}, Array::Reals(6, 0));
  arrays.add("tangents", {2, 4}, Array::Reals{0, 0, 0, 1, 0, 0, 0, -1});
  const auto data = read_vertex_data(arrays, true);
  ASSERT_TRUE(data);
  EXPECT_EQ(data->layout.words(), 18U);
  EXPECT_EQ(data->layout.captured_words(), 10U);
  EXPECT_EQ(data->layout.attributes(), 5U);
  EXPECT_EQ(real(data->words[9]), 1);
  EXPECT_EQ(real(data->words[27]), -1);
}

TEST(VertexData, refuses_joints_outside_the_palette) {
  for (const std::int32_t bad : {-1, 3, 1 << 30}) {
    ArraySet arrays = question();
    arrays.put({"joints", {2, 2}, Array::Integers{0, 1, 2, bad}});
    const auto data = read_vertex_data(arrays, true);
    ASSERT_FALSE(data);
    EXPECT_EQ(data.error().code, "INDEX_RANGE");
    EXPECT_EQ(data.error().where, "joints[1, 1]");
  }
}

TEST(VertexData, refuses_wrong_shapes_by_name) {
  ArraySet arrays = question();
  arrays.put({"weights", {2, 1}, Array::Reals{1, 1}});
  EXPECT_EQ(read_vertex_data(arrays, true).error().where, "weights");
  EXPECT_EQ(read_vertex_data(question(), false).error().where, "joints");  // one joint a vertex
  arrays = question();
  arrays.put({"joints", {2, 0}, Array::Integers{}});
  EXPECT_EQ(read_vertex_data(arrays, true).error().code, "ARRAY_SHAPE");
  EXPECT_EQ(read_vertex_data({}, true).error().code, "ARRAY_MISSING");
}

}  // namespace
}  // namespace bindpose::gpu
