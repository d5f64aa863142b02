// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The kernels compiled to PTX by clang: a contracted operation is fma.rn, and no later step may contract
// mul.rn and add.rn. No GPU is needed.
#include "gpu/cuda/ptx.h"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "gpu/backends/samples.h"
#include "gpu/program/variant.h"
#include "reference/algorithms.h"
#include "reference/testing/assert.h"
#include "reference/testing/text.h"

namespace bindpose::gpu::ptx_test {

constexpr const char* no_contraction = "#pragma OPENCL FP_CONTRACT OFF\n";

class PtxTest : public testing::Test {
 protected:
  void SetUp() override {
    const auto any = cuda::compile_ptx("");
    if (!any && any.error().code == "LIBRARY_MISSING") GTEST_SKIP() << to_string(any.error());
  }

  static std::string ptx_of(const std::string& kernel) {
    const auto ptx = cuda::compile_ptx(kernel);
    EXPECT_TRUE(ptx) << to_string(ptx.error());
    return ptx.value_or("");
  }
};

TEST_F(PtxTest, every_shader_function_becomes_ptx_without_contraction) {
  for (const Algorithm& algorithm : algorithms()) {
    if (embedded_function(algorithm).empty()) continue;
    BINDPOSE_ASSERT(const auto kernels, sample_kernels(algorithm, Contraction::off));
    const std::string ptx = ptx_of(kernels.front());
    EXPECT_TRUE(has(ptx, {".entry skin_vertices(", "mul.rn.f32"})) << algorithm.path();
    EXPECT_TRUE(lacks(ptx, {"fma.rn"})) << algorithm.path();
  }
}

TEST_F(PtxTest, kernels_call_no_library_function) {
  for (const Algorithm& algorithm : algorithms()) {
    if (embedded_function(algorithm).empty()) continue;
    BINDPOSE_ASSERT(const auto kernels, sample_kernels(algorithm, Contraction::on));
    EXPECT_TRUE(lacks(ptx_of(kernels.back()), {".extern"})) << algorithm.path();
  }
}

TEST_F(PtxTest, functions_of_the_capability_report_call_no_library) {
  const std::string ptx = ptx_of(
      "__kernel void f(__global float* y) {\n"
      "  y[0] = isnan(y[1]) ? sin(y[2]) + cos(y[3]) : exp(y[4]) + log(y[5]) + pow(y[6], y[7]);\n"
      "  y[1] = floor(fabs(y[2])) + fmin(y[3], fmax(y[4], rsqrt(y[5]))) + fma(y[6], y[7], y[8]);\n"
      "  y[2] = (float)(min((int)y[1], 3) + max((uint)y[2], 4u));\n}");
  EXPECT_TRUE(lacks(ptx, {".extern"}));
}

TEST_F(PtxTest, blending_uses_no_slow_memory) {
  for (const char* id : {"lbs", "dqs"}) {
    BINDPOSE_ASSERT(const auto kernels, sample_kernels(*find_algorithm(id), Contraction::off));
    const std::string ptx = ptx_of(kernels.front());
    const std::string entry = ptx.substr(ptx.find(".entry skin_vertices("));
    for (const char* slow : {"ld.local", "st.local", "call"})
      EXPECT_TRUE(lacks(entry, {slow})) << id << ": " << slow;
    EXPECT_TRUE(has(entry, "bar.sync")) << "work items of a group cooperate";
  }
}

/// Only narrow records have half floats.
TEST_F(PtxTest, halves_are_converted_by_one_instruction) {
  const std::string ptx = ptx_of(
      "__kernel void f(__global uint* a, __global float* y) {\n"
      "  uint bits = a[0];\n  y[0] = vload_half2(0, (const half*)&bits).y;\n}");
  EXPECT_TRUE(has(ptx, "cvt.f32.f16"));
  EXPECT_TRUE(lacks(ptx, {".extern"}));
}

TEST_F(PtxTest, divisions_and_roots_are_rounded_correctly) {
  const std::string ptx = ptx_of(
      "__kernel void f(__constant const float* a, __global float* y) { y[0] = a[0] / a[1] + sqrt(a[2]); }");
  EXPECT_TRUE(has(ptx, {"div.rn.f32", "sqrt.rn.f32"}));
  EXPECT_TRUE(has(ptx, "ld.global")) << "constant memory of OpenCL is ordinary memory";
}

TEST_F(PtxTest, the_compiler_contracts_by_default) {
  BINDPOSE_ASSERT(const auto kernels, sample_kernels(*find_algorithm("lbs"), Contraction::off));
  const std::string& kernel = kernels.front();
  ASSERT_TRUE(kernel.starts_with(no_contraction));
  EXPECT_TRUE(has(ptx_of(kernel.substr(std::string(no_contraction).size())), "fma.rn.f32"));
}

TEST_F(PtxTest, invalid_kernels_are_refused_with_the_message_of_clang) {
  const auto ptx = cuda::compile_ptx("__kernel void f() { nonsense(); }\n");
  ASSERT_FALSE(ptx);
  EXPECT_EQ(ptx.error().code, "SHADER_COMPILE");
  EXPECT_TRUE(has(ptx.error().message, "nonsense"));
}

TEST(PtxNames, a_missing_compiler_is_named) {
  ::setenv("BINDPOSE_CLANG", "/nowhere/clang", 1);
  const auto ptx = cuda::compile_ptx("");
  ::unsetenv("BINDPOSE_CLANG");
  ASSERT_FALSE(ptx);
  EXPECT_EQ(ptx.error().code, "LIBRARY_MISSING");
  EXPECT_EQ(ptx.error().where, "/nowhere/clang");
}

}  // namespace bindpose::gpu::ptx_test
