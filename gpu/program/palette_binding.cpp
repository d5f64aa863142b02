// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/palette_binding.h"

#include <algorithm>

#include <fmt/format.h>

namespace bindpose::gpu {
namespace {

constexpr std::size_t row_bytes = 4 * sizeof(float);
constexpr std::size_t uniform_components_of_a_number = 4;  // if a driver pads

std::size_t texture_height(std::size_t rows) {
  return (rows + palette_texture_width - 1) / palette_texture_width;
}

std::string uniform_block(const Dialect& dialect, std::size_t rows) {
  const std::string layout =
      dialect.binds_blocks() ? fmt::format("std140, binding = {}", palette_binding) : "std140";
  return fmt::format("layout({}) uniform Palette {{ vec4 palette[{}]; }};\n", layout, rows);
}

std::string instance_base(std::optional<std::size_t> location) {
  if (!location) return "uniform uint instance_base;\n";
  return fmt::format("layout(location = {}) in uint instance_base;\n", *location);
}

/// Text before the function, including the return type of its body.
struct Access {
  std::string declaration, row;
};

Access access_to(const Dialect& dialect, PaletteBinding joint_binding, std::size_t rows,
                 std::optional<std::size_t> base_location) {
  switch (joint_binding) {
    case PaletteBinding::ubo:
      return {uniform_block(dialect, rows), "palette[n]"};
    case PaletteBinding::ssbo:
      return {fmt::format("layout(std430, binding = {}) readonly buffer Palette {{ vec4 palette[]; }};\n",
                          palette_binding),
              "palette[n]"};
    case PaletteBinding::uniform_array:
      return {fmt::format("uniform vec4 palette[{}];\n", rows), "palette[n]"};
    case PaletteBinding::texture:
      return {"uniform highp sampler2D palette;\n",
              fmt::format("texelFetch(palette, ivec2(n % {0}, n / {0}), 0)", palette_texture_width)};
    case PaletteBinding::buffer_texture:
      return {"uniform highp samplerBuffer palette;\n", "texelFetch(palette, n)"};
    case PaletteBinding::instance_base:
      return {uniform_block(dialect, rows) + instance_base(base_location), "palette[int(instance_base) + n]"};
  }
  return {};
}

}  // namespace

PaletteBinding palette_binding_named(std::string_view name) {
  const auto found = std::find(palette_binding_names.begin(), palette_binding_names.end(), name);
  return found == palette_binding_names.end()
             ? PaletteBinding::ubo
             : static_cast<PaletteBinding>(found - palette_binding_names.begin());
}

bool declares_rows(PaletteBinding joint_binding) {
  return joint_binding == PaletteBinding::ubo || joint_binding == PaletteBinding::uniform_array ||
         joint_binding == PaletteBinding::instance_base;
}

std::size_t rows_before(PaletteBinding joint_binding, std::size_t rows) {
  return joint_binding == PaletteBinding::instance_base ? rows : 0;
}

std::string palette_declaration(const Dialect& dialect, PaletteBinding joint_binding,
                                std::size_t declared_rows, std::optional<std::size_t> base_location) {
  const Access access = access_to(dialect, joint_binding, declared_rows, base_location);
  return fmt::format("{}vec4 palette_row(int n) {{ return {}; }}\n", access.declaration, access.row);
}

PaletteNeeds palette_needs(PaletteBinding joint_binding, std::size_t rows) {
  switch (joint_binding) {
    case PaletteBinding::ubo:
      return {.uniform_block_bytes = row_bytes * rows};
    case PaletteBinding::ssbo:
      return {.storage_blocks = 1, .storage_block_bytes = row_bytes * rows};
    case PaletteBinding::uniform_array:
      return {.uniform_components = 4 * rows};
    case PaletteBinding::texture:
      return {.texture_units = 1, .texture_size = std::max(palette_texture_width, texture_height(rows))};
    case PaletteBinding::buffer_texture:
      return {.texture_units = 1, .buffer_texels = rows};
    case PaletteBinding::instance_base:
      return {.uniform_block_bytes = row_bytes * (rows_before(joint_binding, rows) + rows),
              .uniform_components = uniform_components_of_a_number};
  }
  return {};
}

}  // namespace bindpose::gpu
