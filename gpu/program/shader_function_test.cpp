// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/shader_function.h"

#include <gtest/gtest.h>

namespace bindpose::gpu::body_test {

constexpr const char* weighted_skin =
    "Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) { return rest; }\n";
constexpr const char* plain_skin = "Surface skin(Surface rest) { return rest; }\n";

ShaderFunction shader_function_of(const std::string& text) {
  const auto body = read_shader_function(text);
  EXPECT_TRUE(body) << to_string(body.error());
  return body ? *body : ShaderFunction{};
}

Error error_of(const std::string& text) {
  const auto body = read_shader_function(text);
  return body ? Error{"no error", "", ""} : body.error();
}

TEST(ShaderFunctionTest, a_signature_defines_the_arguments_of_skin) {
  EXPECT_EQ(shader_function_of(plain_skin).joints, JointUse::none);
  EXPECT_EQ(shader_function_of("Surface skin(Surface rest, uint j) {}").joints, JointUse::one);
  const ShaderFunction unweighted =
      shader_function_of("Surface skin( Surface rest,\n  uint j[INFLUENCES] ) {}");
  EXPECT_EQ(unweighted.joints, JointUse::each_influence);
  EXPECT_FALSE(unweighted.weighted);
  EXPECT_EQ(shader_function_of(weighted_skin).joints, JointUse::each_influence);
  EXPECT_TRUE(shader_function_of(weighted_skin).weighted);
}

TEST(ShaderFunctionTest, missing_and_differing_signatures_are_refused) {
  EXPECT_EQ(error_of("").code, "SHADER_COMPILE");
  EXPECT_EQ(error_of("// Surface skin(Surface rest) {}").where, "skin()");
  EXPECT_EQ(error_of("Surface skin(vec3 x) {}").where, "skin()");
  EXPECT_EQ(error_of(std::string(plain_skin) + weighted_skin).where, "skin()");
  EXPECT_EQ(error_of(std::string(weighted_skin) + weighted_skin).code, "no error") << "under #if and #else";
}

TEST(ShaderFunctionTest, every_kind_of_declaration_is_read) {
  const ShaderFunction body = shader_function_of(std::string(weighted_skin) +
                                                 "JOINT_INPUT(pivots, 1, 3)\n"
                                                 "JOINT_INPUT( curves , any , 2 )\n"
                                                 "VERTEX_INPUT(centres, 3)\n"
                                                 "VERTEX_INPUT_INT(bins, 6)\n"
                                                 "VERTEX_INPUT_JOINT(pivot_joint, 1)\n"
                                                 "INFLUENCE_INPUT(multi_weights, 3, 4)\n"
                                                 "SLOT_INPUT(offsets, 1, 3)\n"
                                                 "FRAME_INPUT(targets, 1, 3)\n"
                                                 "ENTRY_INPUT(sparse_targets, 2, 3)\n"
                                                 "UNIFORM_INPUT(amounts, any)\n"
                                                 "CAPTURE_NORMALS(target_normals)\n"
                                                 "// VERTEX_INPUT(in_a_comment, 3)\n"
                                                 "/* VERTEX_INPUT(in_another, 3) */\n"
                                                 "#if defined(HAS_CENTRES)\n#endif\n");
  const std::vector<InputDeclaration> expected = {
      {InputKind::joint, "pivots", 1, 3, false},
      {InputKind::joint, "curves", InputDeclaration::any, 2, false},
      {InputKind::vertex, "centres", 1, 3, true},
      {InputKind::vertex_int, "bins", 1, 6, false},
      {InputKind::vertex_joint, "pivot_joint", 1, 1, false},
      {InputKind::influence, "multi_weights", 3, 4, false},
      {InputKind::slot, "offsets", 1, 3, false},
      {InputKind::frame, "targets", 1, 3, false},
      {InputKind::entry, "sparse_targets", 2, 3, false},
      {InputKind::uniform, "amounts", 1, InputDeclaration::any, false},
  };
  EXPECT_EQ(body.inputs, expected);
  EXPECT_EQ(body.normals, (std::vector<std::string>{"normals", "target_normals"}));
  EXPECT_TRUE(body.reads_joints());
  EXPECT_FALSE(body.palette);
}

TEST(ShaderFunctionTest, a_refused_declaration_is_named) {
  for (const char* line : {"JOINT_INPUT(pivots, 1)", "JOINT_INPUT(pivots, 1, 5)", "JOINT_INPUT(pivots, 0, 3)",
                           "JOINT_INPUT(pivots, 1, any)", "SLOT_INPUT(offsets, any, 3)",
                           "VERTEX_INPUT(centres)", "VERTEX_INPUT(centres, any)", "VERTEX_INPUT(centres, -3)",
                           "VERTEX_INPUT(3, 3)", "VERTEX_INPUT(centres, 9999)", "UNIFORM_INPUT(time, one)",
                           "VERTEX_INPUT_REAL(centres, 3)", "INFLUENCE_INPUT(multi_weights, 3, 4)",
                           "CAPTURE_NORMALS(a, b)", "VERTEX_OUTPUT(colours)", "VERTEX_OUTPUT(colours, 5)"}) {
    const Error error = error_of(std::string(plain_skin) + line);
    EXPECT_EQ(error.code, "SHADER_COMPILE") << line;
    EXPECT_EQ(error.where, line);
  }
}

TEST(ShaderFunctionTest, outputs_are_read) {
  const ShaderFunction body =
      shader_function_of(std::string(plain_skin) + "VERTEX_OUTPUT(colours, 4)\nVERTEX_OUTPUT(wrinkles, 1)\n");
  EXPECT_EQ(body.outputs, (std::vector<OutputDeclaration>{{"colours", 4}, {"wrinkles", 1}}));
}

TEST(ShaderFunctionTest, one_name_is_one_input) {
  const std::string once = std::string(plain_skin) + "VERTEX_INPUT(centres, 3)\n";
  EXPECT_EQ(shader_function_of(once + "VERTEX_INPUT(centres, 3)").inputs.size(), 1U);
  EXPECT_EQ(error_of(once + "VERTEX_INPUT(centres, 4)").where, "VERTEX_INPUT(centres, 4)");
}

TEST(ShaderFunctionTest, a_function_that_reads_the_palette_offers_mentioned_forms) {
  const std::string rigid = std::string(plain_skin) + "vec3 f() { return palette_rigid(0u).t; }\n";
  EXPECT_TRUE(shader_function_of(rigid).palette);
  EXPECT_TRUE(shader_function_of(rigid).forms.empty());
  EXPECT_EQ(
      shader_function_of(rigid + "OFFERS(FORM_DUAL_QUATERNION)\n#if defined(FORM_ROWS_3X4)\n#endif").forms,
      (std::vector<std::string>{"rows-3x4", "dual-quaternion"}));
  EXPECT_TRUE(shader_function_of(rigid + "#if defined(FORMULATION_ROWS_3X4)").forms.empty());
  EXPECT_TRUE(shader_function_of(std::string(plain_skin) + "OFFERS(FORM_ROWS_3X4)").forms.empty());
}

TEST(ShaderFunctionTest, comments_are_blanked_and_lines_kept) {
  EXPECT_EQ(without_comments("a // b\nc /* d\ne */ f"), "a     \nc     \n     f");
  EXPECT_EQ(without_comments("a /* open"), "a        ");
  EXPECT_EQ(without_comments("a / b"), "a / b");
}

TEST(ShaderFunctionTest, a_mention_is_a_whole_name) {
  EXPECT_TRUE(mentions("#if defined(FORM_A)", "FORM_A"));
  EXPECT_FALSE(mentions("FORM_AB MY_FORM_A // FORM_A", "FORM_A"));
  EXPECT_EQ(upper_case("local-pivots 2"), "LOCAL_PIVOTS_2");
}

}  // namespace bindpose::gpu::body_test
