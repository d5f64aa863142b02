// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Shaders in WGSL, and instructions refused by name.
#include "gpu/spirv/wgsl.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gpu/spirv/kernel.h"
#include "gpu/spirv/spirv.h"
#include "reference/testing/text.h"

namespace bindpose::gpu::wgsl_test {

/// A shader with these declarations and this statement, numbers in x and y.
std::string shader(const std::string& declarations, const std::string& statement) {
  return "#version 450 core\nlayout(local_size_x = 1) in;\n"
         "layout(std430, binding = 2) buffer Written { float y[]; };\n"
         "layout(std430, binding = 1) buffer Read { float x[]; };\n" +
         declarations + "\nvoid main() { uint v = gl_GlobalInvocationID.x; " + statement + " }\n";
}

Expected<WgslShader> wgsl_of(const std::string& declarations, const std::string& statement) {
  const auto spirv = compile_spirv(ShaderStage::compute, shader(declarations, statement));
  EXPECT_TRUE(spirv) << to_string(spirv.error());
  return write_wgsl(*spirv);
}

/// The text after the prelude.
std::string text_of(const std::string& declarations, const std::string& statement) {
  const auto wgsl = wgsl_of(declarations, statement);
  EXPECT_TRUE(wgsl) << to_string(wgsl.error());
  return wgsl ? wgsl->text.substr(wgsl->text.find("fn outer_product_vec4f")) : "";
}

std::string refusal_of(const std::string& declarations, const std::string& statement) {
  const auto wgsl = wgsl_of(declarations, statement);
  if (wgsl) return "";
  EXPECT_EQ(wgsl.error().code, "NOT_SUPPORTED");
  EXPECT_EQ(wgsl.error().where, "WGSL");
  return wgsl.error().message;
}

TEST(WgslText, buffers_have_their_binding_and_access_mode) {
  const auto wgsl =
      wgsl_of("layout(push_constant) uniform Part { uint count; };", "if (v < count) y[v] = x[v];");
  ASSERT_TRUE(wgsl) << to_string(wgsl.error());
  EXPECT_EQ(wgsl->buffers,
            (std::map<unsigned, BufferUse>{
                {1, BufferUse::read}, {2, BufferUse::written}, {part_numbers_binding, BufferUse::uniform}}));
  EXPECT_TRUE(has(wgsl->text, {"@group(0) @binding(1) var<storage, read> v",
                               "@group(0) @binding(2) var<storage, read_write> v",
                               "@group(0) @binding(6) var<uniform> v"}));
}

TEST(WgslText, uniform_arrays_have_a_stride_of_four_words) {
  const std::string block =
      "layout(std140, binding = 5) uniform Block { vec3 a; layout(offset = 16) float b[3]; layout(offset = "
      "64) vec4 c; };";
  const std::string text = text_of(block, "y[v] = a.x + b[v] + c.w;");
  EXPECT_TRUE(has(text, {" = array<vec4f, 3>;", "@size(16) m0: vec3f", "@size(48) m1: A", "].x;"}));
}

TEST(WgslText, a_loop_has_its_last_step_in_continuing) {
  const std::string text = text_of("",
                                   "float s = 0.0; for (int i = 0; i < 3; ++i) { if (x[i] < 0.0) continue; "
                                   "if (x[i] > 9.0) break; s += x[i]; } y[v] = s;");
  EXPECT_EQ(times("loop {", text), 1U) << text;
  EXPECT_EQ(times("continuing {", text), 1U) << text;
  EXPECT_EQ(times("break;", text), 2U) << "the loop condition and the shader's own\n" << text;
  EXPECT_EQ(times("continue;", text), 2U) << "the shader's own and the end of the loop\n" << text;
  EXPECT_TRUE(lacks(text, {"goto"}));
}

TEST(WgslText, a_do_loop_breaks_at_its_end) {
  const std::string text = text_of("", "int i = 0; do { y[i] = x[i]; ++i; } while (i < 3);");
  EXPECT_EQ(times("break if !", text), 1U) << text;
}

TEST(WgslText, a_value_for_another_block_is_a_variable) {
  const std::string text = text_of("", "y[v] = x[0] < 1.0 && x[1] < 2.0 ? x[2] : x[3];");
  EXPECT_TRUE(has(text, {": bool;", "  let v"}));
}

TEST(WgslText, infinities_are_made_from_their_bits) {
  EXPECT_TRUE(
      has(text_of("", "y[v] = x[v] < 1.0 / 0.0 ? x[v] : 0.0;"), "bitcast<f32>(2139095040u | zero_word)"));
}

TEST(WgslText, an_inout_parameter_is_a_pointer) {
  const std::string text =
      text_of("void twice(inout float a) { a = 2.0 * a; }", "float a = x[v]; twice(a); y[v] = a;");
  EXPECT_TRUE(has(text, {": ptr<function, f32>)", "(&v"}));
}

TEST(WgslText, untranslatable_features_are_named) {
  EXPECT_EQ(refusal_of("", "y[v] = tan(x[0]);"), "the shader has function 15 of GLSL.std.450");
  EXPECT_EQ(refusal_of("", "switch (v) { case 1u: y[v] = 1.0; break; default: y[v] = 2.0; }"),
            "the shader has OpSwitch");
  EXPECT_EQ(refusal_of("", "y[v] = float(double(x[0]) + 1.0lf);"), "the shader has OpFConvert");
  EXPECT_EQ(refusal_of("layout(binding = 0) uniform sampler2D t;", "y[v] = texelFetch(t, ivec2(0), 0).x;"),
            "the shader has a texture");
  EXPECT_EQ(refusal_of("", "y[gl_LocalInvocationID.x] = x[v];"),
            "the shader has an input that is not gl_GlobalInvocationID");
}

TEST(WgslText, words_that_are_not_a_module_are_refused) {
  EXPECT_EQ(write_wgsl(std::vector<std::uint32_t>(8, 1)).error().code, "SHADER_COMPILE");
  EXPECT_EQ(write_wgsl({}).error().code, "SHADER_COMPILE");
}

}  // namespace bindpose::gpu::wgsl_test
