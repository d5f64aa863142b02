// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/vertex_buffers.h"

#include <bit>
#include <cstring>
#include <utility>
#include <vector>

#include <glad/gl.h>
#include <gtest/gtest.h>

#include "gpu/capture/guard.h"
#include "gpu/program/narrow_form.h"
#include "gpu/program/packed_weights.h"
#include "reference/testing/assert.h"

namespace bindpose::gpu::vertex_buffers_test {

/// A position, a normal, a tangent, four joints and four weights.
VertexLayout layout() {
  VertexLayout layout;
  layout.influences = 4;
  layout.normals = layout.tangents = layout.weighted = true;
  return layout;
}

constexpr std::size_t vertices = 5;

/// Multiples of 1/8: exact as half floats.
std::vector<std::uint32_t> some_words() {
  std::vector<std::uint32_t> words(vertices * layout().words());
  for (std::size_t i = 0; i < words.size(); ++i)
    words[i] = std::bit_cast<std::uint32_t>(static_cast<float>(i) / 8);
  for (std::size_t v = 0; v < vertices; ++v)
    for (std::size_t k = 0; k < 4; ++k)
      words[v * layout().words() + layout().joints_at() + k] = static_cast<std::uint32_t>(60 * v + k);
  return words;
}

/// The form for an attribute of four reals: this number and three zeros.
GLenum type_for(float number) {
  VertexLayout tangents;
  tangents.joints = JointUse::none;
  tangents.tangents = true;
  std::vector<std::uint32_t> words(2 * tangents.words());
  words[tangents.words() + tangents.tangent_at() + 3] = std::bit_cast<std::uint32_t>(number);
  return narrowest_form(tangents, tangents.attributes()[1], words).type;
}

TEST(NarrowestForm, the_narrowest_form_holds_every_number_exactly) {
  EXPECT_EQ(type_for(0), static_cast<GLenum>(GL_UNSIGNED_BYTE));
  EXPECT_EQ(type_for(1), static_cast<GLenum>(GL_UNSIGNED_BYTE));
  EXPECT_EQ(type_for(-1), static_cast<GLenum>(GL_INT_2_10_10_10_REV));
  for (const float exact : {-0.0F, 0.5F, 2.0F, -2048.0F, 65504.0F, 0x1p-14F, 1.0F + 0x1p-10F})
    EXPECT_EQ(type_for(exact), static_cast<GLenum>(GL_HALF_FLOAT)) << exact;
  for (const float not_exact :
       {0.1F, 51 / 255.0F, 65505.0F, 65536.0F, 0x1p-15F, 1.0F + 0x1p-11F, INFINITY, NAN})
    EXPECT_EQ(type_for(not_exact), static_cast<GLenum>(GL_FLOAT)) << not_exact;
}

TEST(NarrowestForm, the_largest_integer_decides_the_width) {
  const VertexLayout::Attribute joints = layout().attributes()[3];
  for (const auto& [largest, type] :
       {std::pair{255U, GL_UNSIGNED_BYTE}, std::pair{256U, GL_UNSIGNED_SHORT},
        std::pair{65535U, GL_UNSIGNED_SHORT}, std::pair{65536U, GL_UNSIGNED_INT}}) {
    std::vector<std::uint32_t> words = some_words();
    for (std::size_t v = 0; v < vertices; ++v)
      for (std::size_t k = 0; k < 4; ++k)
        words[v * layout().words() + layout().joints_at() + k] = 0;
    words[layout().words() + layout().joints_at() + 2] = largest;
    EXPECT_EQ(narrowest_form(layout(), joints, words).type, static_cast<GLenum>(type)) << largest;
  }
}

/// Number k of an attribute of a vertex, as a device reads it.
std::uint32_t read(const VertexBuffers& buffers, std::size_t location, std::size_t vertex, std::size_t k) {
  const StoredAttribute& attribute = buffers.attributes[location];
  const std::size_t tight = static_cast<std::size_t>(attribute.numbers) * attribute.form.bytes;
  const std::size_t stride = attribute.stride == 0 ? tight : attribute.stride;
  std::uint32_t number = 0;
  const std::byte* place = buffers.bytes[attribute.buffer].data() + attribute.offset + vertex * stride;
  std::memcpy(&number, place + k * attribute.form.bytes, attribute.form.bytes);
  return number;
}

TEST(StoreVertices, used_words_are_between_unused_words) {
  const std::vector<std::uint32_t> words = some_words();
  for (const VertexStorage storage :
       {VertexStorage::interleaved, VertexStorage::deinterleaved, VertexStorage::odd_strides})
    for (const std::size_t beside : {0, 3}) {
      BINDPOSE_ASSERT(const auto buffers, store_vertices(layout(), words, storage, beside));
      const auto attributes = layout().attributes();
      for (std::size_t i = 0; i < attributes.size(); ++i)
        for (std::size_t k = 0; k < static_cast<std::size_t>(attributes[i].words); ++k) {
          for (std::size_t v = 0; v < vertices; ++v)
            EXPECT_EQ(read(buffers, i, v + beside, k), words[v * layout().words() + attributes[i].at + k]);
          const std::uint32_t nobody = attributes[i].type == VertexField::Type::joint ? 0 : 0x7FC00000;
          for (std::size_t v = 0; v < beside; ++v) {
            EXPECT_EQ(read(buffers, i, v, k), nobody);
            EXPECT_EQ(read(buffers, i, beside + vertices + v, k), nobody);
          }
        }
    }
}

TEST(StoreVertices, odd_strides_are_odd_numbers_of_words) {
  for (const bool normals : {false, true})
    for (const std::size_t influences : {1, 4, 8}) {
      VertexLayout some = layout();
      some.normals = normals;
      some.influences = influences;
      const std::vector<std::uint32_t> words(vertices * some.words());
      BINDPOSE_ASSERT(const auto buffers, store_vertices(some, words, VertexStorage::odd_strides, 0));
      EXPECT_EQ(buffers.attributes[0].stride / word_bytes % 2, 1U);
      EXPECT_GT(buffers.attributes[0].offset, 0U);
    }
}

TEST(StoreVertices, narrow_storage_takes_fewer_bytes) {
  const std::vector<std::uint32_t> words = some_words();
  BINDPOSE_ASSERT(const auto buffers, store_vertices(layout(), words, VertexStorage::narrow, 0));
  EXPECT_LT(buffers.bytes[0].size(), words.size() * word_bytes);
  EXPECT_EQ(buffers.attributes[3].form.type, static_cast<GLenum>(GL_UNSIGNED_BYTE));
  for (std::size_t v = 0; v < vertices; ++v)
    EXPECT_EQ(read(buffers, 3, v, 1), 60 * v + 1);
}

/// One vertex with these weights.
VertexData weighing(const std::vector<double>& weights) {
  VertexData data;
  data.layout = layout();
  data.layout.influences = weights.size();
  data.layout.weighted = true;
  data.vertex_count = 1;
  data.words.assign(data.layout.words(), 0);
  for (std::size_t i = 0; i < weights.size(); ++i)
    data.words[data.layout.weights_at() + i] = std::bit_cast<std::uint32_t>(static_cast<float>(weights[i]));
  return data;
}

TEST(PackedWeights, weights_use_the_fewest_steps_that_are_exact) {
  const auto steps = [](const std::vector<double>& weights) {
    const VertexData data = weighing(weights);
    return steps_of_weights(data.layout, data.words);
  };
  EXPECT_EQ(steps({51 / 255.0, 1, 0}).value(), 255U);
  EXPECT_EQ(steps({1 / 65535.0, 65534 / 65535.0}).value(), 65535U);
  for (const std::vector<double>& other : {std::vector{0.5, 0.5}, {2.0, 0.0}, {-51 / 255.0, 1.0}, {NAN, 0.0}})
    EXPECT_EQ(steps(other).error().code, "NOT_APPLICABLE");
  VertexLayout bare = layout();
  bare.weighted = false;
  EXPECT_EQ(steps_of_weights(bare, std::vector<std::uint32_t>(bare.words())).error().code, "NOT_APPLICABLE");
}

TEST(PackedWeights, an_omitted_last_slot_is_not_sent) {
  VertexData whole = weighing({51 / 255.0, 103 / 255.0, 101 / 255.0}), left = whole;
  const std::size_t at = whole.layout.weights_at();
  ASSERT_TRUE(weights_in_steps(whole, false));
  EXPECT_EQ(whole.words[at + 2], 101U);
  ASSERT_TRUE(weights_in_steps(left, true));
  EXPECT_EQ(left.words[at + 1], 103U);
  EXPECT_EQ(left.words[at + 2], 0U);
  const auto slot = [](std::size_t i) { return "k" + std::to_string(i); };
  EXPECT_EQ(decoded_weight(whole.layout, 2, slot), "float(k2) / 255.0");
  EXPECT_EQ(decoded_weight(left.layout, 1, slot), "float(k1) / 255.0");
  EXPECT_EQ(decoded_weight(left.layout, 2, slot), "float(255u - k0 - k1) / 255.0");
  VertexData short_of_all = weighing({51 / 255.0, 103 / 255.0});
  EXPECT_EQ(weights_in_steps(short_of_all, true).error().code, "NOT_APPLICABLE");
}

TEST(PackedWeights, attributes_hold_the_steps) {
  const VertexData data = weighing({51 / 255.0, 204 / 255.0});
  BINDPOSE_ASSERT(const auto buffers, store_vertices(data.layout, data.words, VertexStorage::normalized, 0));
  const StoredAttribute& weights = buffers.attributes.back();
  EXPECT_TRUE(weights.form.normalized);
  EXPECT_EQ(weights.form.type, static_cast<GLenum>(GL_UNSIGNED_BYTE));
  EXPECT_EQ(read(buffers, buffers.attributes.size() - 1, 0, 0), 51U);
  EXPECT_EQ(read(buffers, buffers.attributes.size() - 1, 0, 1), 204U);
  EXPECT_EQ(misread(weights, PathFault::sign_misread).form.type, static_cast<GLenum>(GL_BYTE));
  const VertexData others = weighing({0.5, 0.5});
  EXPECT_EQ(store_vertices(others.layout, others.words, VertexStorage::normalized, 0).error().code,
            "NOT_APPLICABLE");
}

TEST(StoreVertices, vertices_that_cannot_be_narrower_are_refused) {
  VertexLayout positions;
  positions.joints = JointUse::none;
  const std::vector<std::uint32_t> words(positions.words(), std::bit_cast<std::uint32_t>(0.1F));
  EXPECT_EQ(store_vertices(positions, words, VertexStorage::narrow, 0).error().code, "NOT_APPLICABLE");
}

}  // namespace bindpose::gpu::vertex_buffers_test
