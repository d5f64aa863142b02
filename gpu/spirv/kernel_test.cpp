// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Shaders as kernels, and instructions refused by name.
#include "gpu/spirv/kernel.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gpu/spirv/spirv.h"
#include "reference/testing/assert.h"
#include "reference/testing/text.h"

namespace bindpose::gpu::kernel_test {

/// A shader with these functions and this statement, numbers in x and y.
std::string shader(const std::string& functions, const std::string& statement) {
  return "#version 450 core\nlayout(local_size_x = 1) in;\n"
         "layout(std430, binding = 2) buffer Written { float y[]; };\n"
         "layout(std430, binding = 1) buffer Read { float x[]; };\n" +
         functions + "\nvoid main() { uint v = gl_GlobalInvocationID.x; " + statement + " }\n";
}

Expected<Kernel> kernel_of(const std::string& functions, const std::string& statement,
                           Contraction contraction = Contraction::off) {
  const auto spirv = compile_spirv(ShaderStage::compute, shader(functions, statement));
  EXPECT_TRUE(spirv) << to_string(spirv.error());
  return write_kernel(*spirv, contraction);
}

/// The text after the prelude.
std::string text_of(const std::string& statement, Contraction contraction = Contraction::off) {
  const auto kernel = kernel_of("", statement, contraction);
  EXPECT_TRUE(kernel) << to_string(kernel.error());
  return kernel ? kernel->text.substr(kernel->text.find("} Program;")) : "";
}

std::string refusal_of(const std::string& functions, const std::string& statement,
                       Contraction contraction = Contraction::off) {
  const auto kernel = kernel_of(functions, statement, contraction);
  if (kernel) return "";
  EXPECT_EQ(kernel.error().code, "NOT_SUPPORTED");
  EXPECT_EQ(kernel.error().where, "OpenCL C");
  return kernel.error().message;
}

TEST(KernelText, buffers_are_arguments_by_their_bindings) {
  BINDPOSE_ASSERT(const auto kernel, kernel_of("layout(push_constant) uniform Part { uint count; };",
                                               "if (v < count) y[v] = x[v];"));
  EXPECT_EQ(kernel.bindings, (std::vector<unsigned>{1, 2, part_numbers_binding}));
  EXPECT_TRUE(
      has(kernel.text,
          "__kernel void skin_vertices(__global uchar* b1, __global uchar* b2, __constant const uchar* b6)"))
      << kernel.text;
}

TEST(KernelText, kernels_forbid_contraction_by_the_compiler) {
  BINDPOSE_ASSERT(const auto kernel, kernel_of("", "y[v] = x[v];"));
  EXPECT_TRUE(kernel.text.starts_with("#pragma OPENCL FP_CONTRACT OFF\n"));
}

TEST(KernelText, products_and_sums_are_contracted_by_option) {
  for (const char* statement : {"y[v] = x[0] * x[1] + x[2];", "y[v] = x[2] - x[0] * x[1];",
                                "y[v] = x[0] * x[1] - x[2];", "y[v] = (vec3(x[0]) * x[1] + vec3(x[2])).y;"}) {
    EXPECT_TRUE(lacks(text_of(statement), {"fma("})) << statement;
    EXPECT_TRUE(has(text_of(statement, Contraction::on), "fma(")) << statement;
  }
  EXPECT_TRUE(has(text_of("y[v] = x[2] - x[0] * x[1];", Contraction::on), "fma(-v"));
}

TEST(KernelText, precise_is_never_contracted) {
  EXPECT_TRUE(lacks(text_of("precise float r = x[0] * x[1] + x[2]; y[v] = r;", Contraction::on), {"fma("}));
  const char* matrix = "precise vec3 r = mat3(x[0]) * vec3(x[1]); y[v] = r.x;";
  EXPECT_TRUE(has(refusal_of("", matrix, Contraction::on), "`precise`"));
  EXPECT_EQ(refusal_of("", matrix), "");
}

TEST(KernelText, untranslatable_features_are_named) {
  EXPECT_EQ(refusal_of("", "y[v] = tan(x[0]);"), "the shader has function 15 of GLSL.std.450");
  EXPECT_EQ(refusal_of("", "switch (v) { case 1u: y[v] = 1.0; break; default: y[v] = 2.0; }"),
            "the shader has OpSwitch");
  EXPECT_EQ(refusal_of("", "y[v] = (mat2x3(x[0]) * vec2(x[1])).x;"),
            "the shader has a matrix that is not square");
  EXPECT_EQ(refusal_of("", "y[v] = float(double(x[0]) + 1.0lf);"), "the shader has a type by OpTypeFloat");
  EXPECT_EQ(refusal_of("layout(binding = 0) uniform sampler2D t;", "y[v] = texelFetch(t, ivec2(0), 0).x;"),
            "the shader has a texture");
  EXPECT_EQ(refusal_of("", "y[gl_LocalInvocationID.x] = x[v];"),
            "the shader has an input that is not gl_GlobalInvocationID");
}

TEST(KernelText, words_that_are_not_a_module_are_refused) {
  const std::vector<std::uint32_t> nonsense(8, 1);
  EXPECT_EQ(write_kernel(nonsense, Contraction::off).error().code, "SHADER_COMPILE");
  BINDPOSE_ASSERT(auto cut, compile_spirv(ShaderStage::compute, shader("", "y[v] = x[v];")));
  constexpr std::size_t within_the_first_instruction = 6;
  cut.resize(within_the_first_instruction);
  EXPECT_EQ(write_kernel(cut, Contraction::off).error().code, "SHADER_COMPILE");
  EXPECT_EQ(write_kernel({}, Contraction::off).error().code, "SHADER_COMPILE");
}

}  // namespace bindpose::gpu::kernel_test
