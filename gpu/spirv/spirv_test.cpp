// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The output of the compiler: `precise` as NoContraction, nothing fused, errors with their line.
#include "gpu/spirv/spirv.h"

#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "gpu/program/embedded.h"

namespace bindpose::gpu::spirv_test {

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t no_contraction = 42;  // a decoration
constexpr std::uint32_t fma = 50;             // an extended instruction

/// How many instructions of this opcode have this word at a place.
std::size_t count(const Words& module, std::uint32_t opcode, std::size_t place, std::uint32_t word) {
  constexpr std::size_t header = 5;
  std::size_t found = 0;
  for (std::size_t at = header; at < module.size(); at += module[at] >> 16U)
    if ((module[at] & 0xFFFFU) == opcode && module[at + place] == word) ++found;
  return found;
}
std::size_t decorations(const Words& module) {
  return count(module, 71, 2, no_contraction);
}
std::size_t fused(const Words& module) {
  return count(module, 12, 4, fma);
}

std::string program(const std::string& statement) {
  return "#version 450 core\nlayout(local_size_x = 1) in;\n"
         "layout(std430, binding = 0) buffer Numbers { float x[]; };\n"
         "void main() {\n  " +
         statement + "\n}\n";
}

Words compiled(const std::string& text) {
  const auto words = compile_spirv(ShaderStage::compute, text);
  EXPECT_TRUE(words) << to_string(words.error());
  return words.value_or(Words{0, 0, 0, 0, 0});
}

TEST(Spirv, precise_is_kept_and_nothing_is_fused) {
  const Words precise = compiled(program("precise float y = x[0] * x[1] + x[2];\n  x[3] = y;"));
  EXPECT_EQ(precise[0], 0x07230203U);
  EXPECT_EQ(precise[1], 0x00010300U) << "SPIR-V 1.3";
  EXPECT_EQ(decorations(precise), 2U) << "the product and the sum";
  EXPECT_EQ(fused(precise), 0U);
  const Words plain = compiled(program("x[3] = x[0] * x[1] + x[2];"));
  EXPECT_EQ(decorations(plain), 0U);
  EXPECT_EQ(fused(plain), 0U);
  EXPECT_EQ(fused(compiled(program("x[3] = fma(x[0], x[1], x[2]);"))), 1U) << "only on request";
}

TEST(Spirv, elementary_functions_are_not_contracted) {
  const std::string text =
      "#version 450 core\nlayout(local_size_x = 1) in;\n"
      "layout(std430, binding = 0) buffer Numbers { float x[]; };\n" +
      std::string(embedded_elementary()) + "void main() { x[0] = sine(x[1]) + exponential(x[2]); }\n";
  EXPECT_GE(decorations(compiled(text)), 8U) << "two for each of the four steps of the range reduction";
}

TEST(Spirv, an_error_names_its_line) {
  const auto refused = compile_spirv(ShaderStage::compute, program("x[3] = nonsense;"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "SHADER_COMPILE");
  EXPECT_EQ(refused.error().where, "compute shader");
  EXPECT_NE(refused.error().message.find("line 5:   x[3] = nonsense;"), std::string::npos)
      << refused.error().message;
}

TEST(Spirv, uniforms_outside_blocks_are_refused) {
  const auto refused =
      compile_spirv(ShaderStage::compute, "#version 450 core\nuniform float x;\nvoid main() {}\n");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "SHADER_COMPILE");
}

}  // namespace bindpose::gpu::spirv_test
