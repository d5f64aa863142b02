// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/shader_source.h"

#include <gtest/gtest.h>

#include "reference/testing/text.h"

namespace bindpose::gpu::shader_source_test {

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

TEST(ShaderSource, every_stage_and_api_contains_the_shader_function) {
  for (const Api api : {Api::gl, Api::gles, Api::vulkan}) {
    EXPECT_TRUE(has(vertex_shader(spec(api)), weighted_body));
    EXPECT_TRUE(has(compute_shader(spec(api)), weighted_body));
  }
}

TEST(ShaderSource, the_version_is_first_and_floats_are_highp) {
  EXPECT_EQ(vertex_shader(spec(Api::gl)).rfind("#version 430 core\nprecision highp float;", 0), 0U);
  const std::string es = compute_shader(spec(Api::gles));
  EXPECT_EQ(es.rfind("#version 310 es\n", 0), 0U);
  EXPECT_TRUE(has(es, "#endif\nprecision highp float;"));
}

TEST(ShaderSource, influences_come_in_sets_of_four) {
  const std::string text = vertex_shader(spec(Api::gl));
  EXPECT_TRUE(has(text, {"#define INFLUENCES 5\n#define EACH_INFLUENCE(f) f(0) f(1) f(2) f(3) f(4)\n",
                         "layout(location = 4) in uvec4 joints_1;", "layout(location = 6) in vec4 weights_1;",
                         "j[4] = joints_1.x;"}));
  EXPECT_TRUE(lacks(text, {"j[5]"}));
}

TEST(ShaderSource, the_palette_uses_the_chosen_binding) {
  ShaderSpec chosen = spec(Api::gl);
  EXPECT_TRUE(has(vertex_shader(chosen), "uniform Palette { vec4 palette[300]; };"));
  chosen.joint_binding = PaletteBinding::ssbo;
  EXPECT_TRUE(has(vertex_shader(chosen), "readonly buffer Palette { vec4 palette[]; };"));
  chosen.joint_binding = PaletteBinding::texture;
  EXPECT_TRUE(has(compute_shader(chosen), "uniform highp sampler2D palette;"));
}

TEST(ShaderSource, the_last_attribute_has_the_start_of_an_instance) {
  ShaderSpec chosen = spec(Api::gl);
  chosen.joint_binding = PaletteBinding::instance_base;
  chosen.base_by_attribute = true;
  EXPECT_TRUE(has(vertex_shader(chosen), {"layout(location = 6) in vec4 weights_1;",
                                          "layout(location = 7) in uint instance_base;"}));
  EXPECT_TRUE(has(compute_shader(chosen), "uniform uint instance_base;"))
      << "compute shaders have no attributes";
}

TEST(ShaderSource, attributes_that_a_mesh_lacks_are_zero_and_not_captured) {
  ShaderSpec chosen = spec(Api::gl);
  chosen.layout.normals = chosen.layout.tangents = false;
  EXPECT_TRUE(has(vertex_shader(chosen), "Surface(position, vec3(0.0), vec3(0.0))"));
  EXPECT_TRUE(lacks(vertex_shader(chosen), {"captured_normals"}));
  EXPECT_EQ(captured_varyings(chosen.layout).size(), 1U);
  EXPECT_EQ(captured_varyings(spec(Api::gl).layout).size(), 3U);
}

TEST(ShaderSource, declared_outputs_are_captured_instead_of_the_surface) {
  ShaderSpec chosen = spec(Api::gl);
  chosen.layout.outputs = {{"colours", 4}, {"wrinkles", 1}};
  EXPECT_EQ(captured_varyings(chosen.layout),
            (std::vector<std::string>{"captured_colours", "captured_wrinkles"}));
  EXPECT_EQ(chosen.layout.captured_words(), 5U);
  const std::string text = vertex_shader(chosen), compute = compute_shader(chosen);
  EXPECT_TRUE(has(text, {"vec4 colours_out;\nfloat wrinkles_out;\n",
                         "  captured_colours = colours_out;\n  captured_wrinkles = wrinkles_out;\n"}));
  EXPECT_TRUE(has(compute, "  captured[to + 3u] = colours_out.w;\n  captured[to + 4u] = wrinkles_out;\n"));
}

TEST(ShaderSource, a_group_stages_only_what_fits_into_shared_memory) {
  ShaderSpec chosen = spec(Api::gl);
  EXPECT_TRUE(lacks(compute_shader(chosen), {"barrier()"}));
  chosen.staged = true;
  EXPECT_TRUE(has(compute_shader(chosen), "barrier()"));
  EXPECT_TRUE(can_be_staged(chosen.layout));
  while (can_be_staged(chosen.layout))
    chosen.layout.outputs.push_back({"colours", 4});
  EXPECT_GT(compute_group_size * chosen.layout.captured_words() * 4, shared_bytes);
  EXPECT_LE(compute_group_size * (chosen.layout.captured_words() - 4) * 4, shared_bytes);
}

TEST(ShaderSource, inputs_are_declared_first_and_filled_in_main) {
  ShaderSpec chosen = spec(Api::gles);
  chosen.joint_rows = 5;
  chosen.joint_fields = {{"rods", 2, 3}};
  chosen.uniforms = {{"time", false, {0}}, {"curve", true, std::vector<float>(7)}};
  const std::size_t at = chosen.layout.fields_at();
  chosen.layout.fields = {
      {"centres", VertexField::Type::real, InputKind::vertex, 3, 1, 3, at},
      {"bins", VertexField::Type::integer, InputKind::vertex_int, 6, 1, 6, at + 4},
      {"offsets", VertexField::Type::real, InputKind::slot, 6, 1, 3, at + 12},
  };
  const std::string vertex = vertex_shader(chosen), compute = compute_shader(chosen);
  for (const std::string& text : {vertex, compute}) {
    EXPECT_TRUE(
        has(text, {"#define JOINT_ROWS 5u\n", "uniform Palette { vec4 palette[500]; };",
                   "uniform float time;\nuniform float curve[7];",
                   "vec4 rods(uint j, uint r) { return palette_row(int(JOINT_ROWS * j) + int(3u + r)); }",
                   "vec3 centres;\nint bins[6];\nfloat offsets_values[6];",
                   "return vec4(offsets_values[k + 0u], offsets_values[k + 1u], "
                   "offsets_values[k + 2u], 0.0);"}));
    EXPECT_LT(text.find("vec3 centres;"), text.find(weighted_body));
    EXPECT_TRUE(lacks(text, {"float sine(float x)"}));
  }
  EXPECT_TRUE(
      has(vertex, {"in ivec4 in_bins_1;", "centres = vec3(in_centres_0.x, in_centres_0.y, in_centres_0.z);",
                   "bins[5] = in_bins_1.y;"}));
  EXPECT_TRUE(has(compute, "bins[5] = int(word(at + 35u));"));
  EXPECT_EQ(captured_varyings(chosen.layout).size(), 3U) << "inputs are not captured";
}

TEST(ShaderSource, vulkan_has_blocks_and_bindings_for_everything) {
  ShaderSpec chosen = spec(Api::vulkan);
  chosen.uniforms = {{"time", false, {7}}, {"curve", true, {1, 2, 3}}, {"axis", false, {4, 5, 6}}};
  chosen.frame_fields = {{"targets", 1, 0}};
  const std::string vertex = vertex_shader(chosen), compute = compute_shader(chosen);
  for (const std::string& text : {vertex, compute}) {
    EXPECT_EQ(text.rfind("#version 450 core\n", 0), 0U);
    EXPECT_TRUE(
        has(text, {weighted_body,
                   "layout(std140, binding = 5) uniform Uniforms {\n  layout(offset = 0) float time;\n"
                   "  layout(offset = 16) float curve[3];\n  layout(offset = 64) vec3 axis;\n};\n",
                   "layout(push_constant) uniform Part { uint vertex_count, vertices_before, ",
                   "layout(binding = 4) uniform highp sampler2D frame_texture;"}));
    EXPECT_TRUE(lacks(text, {"\nuniform"}));
  }
  EXPECT_TRUE(
      has(vertex, {"layout(location = 1, xfb_buffer = 0, xfb_stride = 40, xfb_offset = 12) out vec3 "
                   "captured_normals;",
                   "vertex_number = vertices_before + uint(gl_VertexIndex);", "gl_PointSize = 1.0;"}));
  EXPECT_EQ(uniform_block(chosen.uniforms),
            (std::vector<float>{7, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 5, 6, 0}));
  EXPECT_EQ(uniform_block({{"curve", true, {}}}), (std::vector<float>{0, 0, 0, 0}));
}

TEST(ShaderSource, a_mentioned_elementary_function_is_included) {
  ShaderSpec chosen = spec(Api::gl);
  chosen.body = "Surface skin(Surface rest) { return Surface(vec3(sine(rest.x.x)), rest.n, rest.t); }";
  EXPECT_TRUE(has(vertex_shader(chosen), "float sine(float x)"));
}

}  // namespace bindpose::gpu::shader_source_test
