// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/shader_source.h"

#include <gtest/gtest.h>

namespace bindpose::gpu {
namespace {

constexpr const char* weighted_body =
    "Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) { return rest; }";

ShaderSpec spec(Api api) {
  ShaderSpec spec;
  spec.api = api;
  spec.layout = {5, true, true, true};
  spec.body = weighted_body;
  spec.macros = {"NORMAL_RULE_DIRECTION"};
  spec.palette_capacity = 100;
  return spec;
}

bool holds(const std::string& text, const std::string& piece) {
  return text.find(piece) != std::string::npos;
}

TEST(ShaderSource, the_body_stands_word_for_word_in_every_stage_and_api) {
  for (const Api api : {Api::gl, Api::gles}) {
    EXPECT_TRUE(holds(vertex_shader(spec(api)), weighted_body));
    EXPECT_TRUE(holds(compute_shader(spec(api)), weighted_body));
  }
}

TEST(ShaderSource, the_version_stands_first_and_floats_are_highp) {
  EXPECT_EQ(vertex_shader(spec(Api::gl)).rfind("#version 430 core\nprecision highp float;", 0), 0U);
  EXPECT_EQ(compute_shader(spec(Api::gles)).rfind("#version 310 es\nprecision highp float;", 0), 0U);
}

TEST(ShaderSource, influences_come_in_sets_of_four) {
  const std::string text = vertex_shader(spec(Api::gl));
  EXPECT_TRUE(holds(text, "#define INFLUENCES 5\n#define EACH_INFLUENCE(f) f(0) f(1) f(2) f(3) f(4)\n"));
  EXPECT_TRUE(holds(text, "layout(location = 4) in uvec4 joints_1;"));
  EXPECT_TRUE(holds(text, "layout(location = 6) in vec4 weights_1;"));
  EXPECT_TRUE(holds(text, "j[4] = joints_1.x;"));
  EXPECT_FALSE(holds(text, "j[5]"));
}

TEST(ShaderSource, the_palette_is_a_uniform_block_or_a_storage_block) {
  ShaderSpec chosen = spec(Api::gl);
  EXPECT_TRUE(holds(vertex_shader(chosen), "uniform Palette { vec4 palette[300]; };"));
  chosen.palette_in_ssbo = true;
  EXPECT_TRUE(holds(vertex_shader(chosen), "readonly buffer Palette { vec4 palette[]; };"));
}

TEST(ShaderSource, attributes_that_a_mesh_lacks_are_zero_and_not_captured) {
  ShaderSpec chosen = spec(Api::gl);
  chosen.layout.normals = chosen.layout.tangents = false;
  EXPECT_TRUE(holds(vertex_shader(chosen), "Surface(position, vec3(0.0), vec3(0.0))"));
  EXPECT_FALSE(holds(vertex_shader(chosen), "captured_normal"));
  EXPECT_EQ(captured_varyings(chosen.layout).size(), 1U);
  EXPECT_EQ(captured_varyings(spec(Api::gl).layout).size(), 3U);
}

TEST(ShaderSource, a_body_says_by_its_signature_whether_it_takes_weights) {
  EXPECT_TRUE(takes_weights(weighted_body));
  EXPECT_FALSE(takes_weights("Surface skin(Surface rest, uint j) { return rest; }"));
}

}  // namespace
}  // namespace bindpose::gpu
