// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Wrong shaders give wrong answers: the comparison that accepts the right ones sees each of these mistakes.
#include <string>

#include <gtest/gtest.h>

#include "gpu/capture/stack_test.h"
#include "gpu/program/embedded.h"

namespace bindpose::gpu {
namespace damage_test {

/// The embedded body with one piece of text replaced; empty when the piece is not there.
std::string damaged(const std::string& piece, const std::string& by) {
  std::string text;
  for (const EmbeddedBody& body : embedded_bodies())
    if (body.path == "skinning/linear_blend") text = body.text;
  std::size_t count = 0;
  for (std::size_t at = text.find(piece); at != std::string::npos;
       at = text.find(piece, at + by.size()), ++count)
    text.replace(at, piece.size(), by);
  return count > 0 ? text : std::string();
}

class DamageTest : public StackTest {
 protected:
  double error_of(const std::string& body, const Variant& variant = {}) {
    EXPECT_FALSE(body.empty()) << "the piece to replace is not in the shader";
    settings().bodies["linear_blend"] = body;
    const ArraySet question = random_question({});
    return difference(run(lbs(), question, {}, variant), plain_answer(question));
  }
};

TEST_P(DamageTest, nothing_replaced) {
  EXPECT_LE(error_of(damaged("normalize", "normalize")), 1e-5);
}

TEST_P(DamageTest, transposed_palette) {
  EXPECT_GT(error_of(damaged("times(M, rest.x)", "(transpose(M.C) * rest.x + M.t)")), 1e-2);
}

TEST_P(DamageTest, unnormalized_normal) {
  EXPECT_GT(error_of(damaged("normalize(sum.n)", "sum.n")), 1e-2);
}

TEST_P(DamageTest, last_weight_dropped) {
  EXPECT_GT(error_of(damaged("i < INFLUENCES;", "i < INFLUENCES - 1;")), 1e-2);
}

TEST_P(DamageTest, joint_off_by_one) {
  EXPECT_GT(error_of(damaged("palette_transform(j)", "palette_transform(j > 0u ? j - 1u : j)")), 1e-2);
}

TEST_P(DamageTest, translation_forgotten) {
  EXPECT_GT(error_of(damaged("M.C * x + M.t", "M.C * x")), 1e-2);
}

TEST_P(DamageTest, half_palette) {
  const std::string half =
      "Affine half_transform(uint j) {\n"
      "  Affine M = palette_transform(j);\n"
      "  for (int c = 0; c < 3; ++c)\n"
      "    M.C[c] = vec3(unpackHalf2x16(packHalf2x16(M.C[c].xy)), "
      "unpackHalf2x16(packHalf2x16(M.C[c].zz)).x);\n"
      "  M.t = vec3(unpackHalf2x16(packHalf2x16(M.t.xy)), unpackHalf2x16(packHalf2x16(M.t.zz)).x);\n"
      "  return M;\n"
      "}\n";
  const double error = error_of(half + damaged("palette_transform(j)", "half_transform(j)"));
  EXPECT_GT(error, 1e-4);
  EXPECT_LT(error, 1e-2);
}

TEST_P(DamageTest, mediump_is_allowed_to_be_coarser) {
  const ArraySet question = random_question({});
  settings().precision = "mediump";
  const double error = difference(run(lbs(), question), plain_answer(question));
  EXPECT_LT(error, 0.1);
  RecordProperty("worst_error", std::to_string(error));
}

BINDPOSE_TEST_STACKS(DamageTest, drawing_and_computing);

}  // namespace damage_test
}  // namespace bindpose::gpu
