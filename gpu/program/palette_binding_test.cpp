// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/palette_binding.h"

#include <set>

#include <gtest/gtest.h>

namespace bindpose::gpu::palette_binding_test {

const std::set<PaletteBinding> all = {
    PaletteBinding::ubo,     PaletteBinding::ssbo,           PaletteBinding::uniform_array,
    PaletteBinding::texture, PaletteBinding::buffer_texture, PaletteBinding::instance_base};

TEST(PaletteBinding, every_binding_is_found_by_its_name) {
  std::set<PaletteBinding> named;
  for (const std::string_view name : palette_binding_names)
    named.insert(palette_binding_named(name));
  EXPECT_EQ(named, all);
  EXPECT_EQ(palette_binding_named(""), PaletteBinding::ubo);
}

TEST(PaletteBinding, rows_are_read_by_the_same_function) {
  std::set<std::string> declarations;
  for (const PaletteBinding joint_binding : all) {
    const std::string text = palette_declaration(Api::gl, joint_binding, 300);
    EXPECT_NE(text.find("vec4 palette_row(int n) { return "), std::string::npos) << text;
    EXPECT_EQ(text.find("[300]") != std::string::npos, declares_rows(joint_binding)) << text;
    declarations.insert(text);
  }
  EXPECT_EQ(declarations.size(), all.size());
}

TEST(PaletteBinding, the_start_of_an_instance_is_an_attribute_or_a_uniform) {
  const std::string by_attribute = palette_declaration(Api::gl, PaletteBinding::instance_base, 300, 7);
  const std::string by_uniform = palette_declaration(Api::gl, PaletteBinding::instance_base, 300);
  EXPECT_NE(by_attribute.find("layout(location = 7) in uint instance_base;"), std::string::npos);
  EXPECT_NE(by_uniform.find("uniform uint instance_base;"), std::string::npos);
  for (const std::string& text : {by_attribute, by_uniform})
    EXPECT_NE(text.find("palette[int(instance_base) + n]"), std::string::npos);
}

TEST(PaletteBinding, only_instance_base_has_rows_of_another_instance) {
  for (const PaletteBinding joint_binding : all)
    EXPECT_EQ(rows_before(joint_binding, 12), joint_binding == PaletteBinding::instance_base ? 12U : 0U);
}

TEST(PaletteBinding, limits_are_compared_with_the_size_of_the_rows) {
  constexpr std::size_t rows = 1023;  // rows of 341 joints
  EXPECT_EQ(palette_needs(PaletteBinding::ubo, rows).uniform_block_bytes, 16368U);
  EXPECT_EQ(palette_needs(PaletteBinding::ssbo, rows).storage_block_bytes, 16368U);
  EXPECT_EQ(palette_needs(PaletteBinding::ssbo, rows).storage_blocks, 1U);
  EXPECT_EQ(palette_needs(PaletteBinding::uniform_array, rows).uniform_components, 4092U);
  EXPECT_EQ(palette_needs(PaletteBinding::texture, rows).texture_size, 64U);
  EXPECT_EQ(palette_needs(PaletteBinding::texture, 64 * 65 + 1).texture_size, 66U);
  EXPECT_EQ(palette_needs(PaletteBinding::buffer_texture, rows).buffer_texels, rows);
  EXPECT_EQ(palette_needs(PaletteBinding::instance_base, rows).uniform_block_bytes, 2 * 16368U);
}

}  // namespace bindpose::gpu::palette_binding_test
