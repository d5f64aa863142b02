// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/vertex_data.h"

#include <bit>

#include <gtest/gtest.h>

#include "reference/testing/assert.h"

namespace bindpose::gpu::vertex_data_test {

const ShaderFunction weighted{JointUse::each_influence, true, true};
const ShaderFunction rigid{JointUse::one, false, true};

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

TEST(VertexData, each_vertex_has_a_record_with_a_padded_last_set) {
  BINDPOSE_ASSERT(const auto data, read_vertex_data(question(), weighted));
  ASSERT_EQ(data.layout.words(), 3U + 4U + 4U);
  ASSERT_EQ(data.words.size(), 22U);
  EXPECT_EQ(real(data.words[0]), 1);
  EXPECT_EQ(real(data.words[13]), 6);
  EXPECT_EQ(data.words[3], 2U);
  EXPECT_EQ(data.words[4], 1U);
  EXPECT_EQ(data.words[5], 0U);  // joint 0
  EXPECT_EQ(real(data.words[8]), 0.75F);
  EXPECT_EQ(real(data.words[9]), 0);  // weight 0
  EXPECT_EQ(data.joint_records.size(), 36U);
}

TEST(VertexData, only_given_attributes_take_space) {
  ArraySet arrays = question();
  arrays.add("normals", {2, 3}, Array::Reals(6, 0));
  arrays.add("tangents", {2, 4}, Array::Reals{0, 0, 0, 1, 0, 0, 0, -1});
  BINDPOSE_ASSERT(const auto data, read_vertex_data(arrays, weighted));
  EXPECT_EQ(data.layout.words(), 18U);
  EXPECT_EQ(data.layout.captured_words(), 10U);
  EXPECT_EQ(data.layout.attributes().size(), 5U);
  EXPECT_EQ(real(data.words[9]), 1);
  EXPECT_EQ(real(data.words[27]), -1);
}

TEST(VertexData, joints_outside_the_palette_are_refused) {
  for (const std::int32_t bad : {-1, 3, 1 << 30}) {
    ArraySet arrays = question();
    arrays.put({"joints", {2, 2}, Array::Integers{0, 1, 2, bad}});
    EXPECT_EQ(test::refusal_of(read_vertex_data(arrays, weighted)), "INDEX_RANGE joints[1][1]");
  }
}

TEST(VertexData, wrong_shapes_are_refused_by_name) {
  ArraySet arrays = question();
  arrays.put({"weights", {2, 1}, Array::Reals{1, 1}});
  EXPECT_EQ(read_vertex_data(arrays, weighted).error().where, "weights");
  EXPECT_EQ(read_vertex_data(question(), rigid).error().where, "joints");  // one joint per vertex
  arrays = question();
  arrays.put({"joints", {2, 0}, Array::Integers{}});
  EXPECT_EQ(read_vertex_data(arrays, weighted).error().code, "ARRAY_SHAPE");
  EXPECT_EQ(read_vertex_data({}, weighted).error().code, "ARRAY_MISSING");
}

TEST(VertexData, inputs_per_joint_follow_the_palette) {
  ArraySet arrays = question();
  arrays.add("pivots", {3, 3}, Array::Reals{1, 2, 3, 4, 5, 6, 7, 8, 9});
  arrays.add("parents", {3}, Array::Integers{-1, 0, 1});
  ShaderFunction body = weighted;
  body.inputs = {{InputKind::joint, "pivots", 1, 3, false}, {InputKind::joint, "parents", 1, 1, false}};
  BINDPOSE_ASSERT(const auto data, read_vertex_data(arrays, body));
  EXPECT_EQ(data.joint_rows, 5U);
  EXPECT_EQ(data.joint_fields, (std::vector<JointField>{{"pivots", 1, 3}, {"parents", 1, 4}}));
  const std::vector<float> second(&data.joint_records[20], &data.joint_records[40]);
  EXPECT_EQ(second, (std::vector<float>{.5F, .5F, .5F, .5F, .5F, .5F, .5F, .5F, .5F, .5F,
                                        .5F, .5F, 4,   5,   6,   0,   0,   0,   0,   0}));
  EXPECT_EQ(data.joint_records[16], -1);
}

TEST(VertexData, frames_are_transposed_and_integers_keep_their_sign) {
  ArraySet arrays;
  arrays.add("targets", {2, 3, 1}, Array::Reals{1, 2, 3, 4, 5, 6});
  arrays.add("bins", {3, 2}, Array::Integers{-1, 0, 1, 2, 3, -4});
  ShaderFunction body;
  body.inputs = {{InputKind::frame, "targets", 1, 1, false}, {InputKind::vertex_int, "bins", 1, 2, false}};
  BINDPOSE_ASSERT(const auto data, read_vertex_data(arrays, body));
  EXPECT_EQ(data.vertex_count, 3U);
  ASSERT_EQ(data.layout.words(), 11U);
  EXPECT_EQ(real(data.words[11 + 3]), 2);
  EXPECT_EQ(real(data.words[11 + 4]), 5);
  EXPECT_EQ(data.words[7], 0xFFFFFFFFU);
  EXPECT_EQ(data.words[22 + 8], 0xFFFFFFFCU);
  EXPECT_EQ(data.macros, (std::vector<std::string>{"HAS_TARGETS", "TARGETS_SLOTS 2", "HAS_BINS"}));
}

TEST(VertexData, only_outputs_in_the_input_are_captured) {
  ArraySet arrays;
  arrays.add("wrinkles", {2}, Array::Reals{1, 2});
  ShaderFunction body;
  body.joints = JointUse::none;
  body.inputs = {{InputKind::vertex, "wrinkles", 1, 1, false}};
  body.outputs = {{"colours", 4}, {"wrinkles", 1}};
  BINDPOSE_ASSERT(const auto data, read_vertex_data(arrays, body));
  EXPECT_EQ(data.layout.outputs, (std::vector<OutputDeclaration>{{"wrinkles", 1}}));
  EXPECT_EQ(data.layout.captured_words(), 1U);
  body.outputs = {{"colours", 4}};
  EXPECT_EQ(read_vertex_data(arrays, body).error().code, "ARRAY_MISSING");
}

TEST(VertexData, separate_frames_are_not_in_the_vertices) {
  ArraySet arrays;
  arrays.add("targets", {2, 3, 1}, Array::Reals{1, 2, 3, 4, 5, 6});
  arrays.add("keys", {1, 3, 2, 2}, Array::Reals{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12});
  ShaderFunction body;
  body.inputs = {{InputKind::frame, "targets", 1, 1, false}, {InputKind::frame, "keys", 2, 2, false}};
  BINDPOSE_ASSERT(const auto data, read_vertex_data(arrays, body, PaletteForm::rows_3x4, true));
  EXPECT_EQ(data.layout.words(), 3U);
  EXPECT_EQ(data.frame_fields, (std::vector<FrameField>{{"targets", 1, 0}, {"keys", 2, 2}}));
  ASSERT_EQ(data.frame_records.size(), 4U * 4 * 3);
  const auto row = [&](std::size_t n, std::size_t v) { return data.frame_records[4 * (3 * n + v)]; };
  EXPECT_EQ(row(0, 1), 2);
  EXPECT_EQ(row(1, 2), 6);
  EXPECT_EQ(row(2, 1), 5);
  EXPECT_EQ(row(3, 1), 7);
  EXPECT_EQ(data.frame_records[4 * (3 * 3 + 1) + 1], 8);
}

}  // namespace bindpose::gpu::vertex_data_test
