// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: palette bindings: how data per joint (the palette in its form, then inputs per joint, in rows of one vec4)
// reaches a program, and which device limits each binding uses.
//
//   ubo             a uniform block
//   ssbo            a storage block
//   uniform-array   uniform vec4 palette[], no buffer
//   texture         texels of a two-dimensional texture of RGBA32F, 64 per row, so that some joints span two rows
//   buffer-texture  texels of a buffer; OpenGL ES below 3.2 by an extension
//   instance-base   a uniform block that holds another instance's joints, all of them NaN, before the
//                   instance's own. Transform feedback in OpenGL draws the second instance, whose
//                   attribute has the start of its joints; OpenGL ES, without a base instance, and
//                   compute shaders, without instances, read a uniform
//
// Bodies and gpu/capture/common.glsl read rows only by `vec4 palette_row(int n)`.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "gpu/device/dialect.h"

namespace bindpose::gpu {

enum class PaletteBinding { ubo, ssbo, uniform_array, texture, buffer_texture, instance_base };

/// Values of the variant's key "palette", by PaletteBinding.
constexpr std::array<std::string_view, 6> palette_binding_names = {
    "ubo", "ssbo", "uniform-array", "texture", "buffer-texture", "instance-base"};

/// The palette binding of this name; the first one for an empty name, for bodies that read nothing per joint.
PaletteBinding palette_binding_named(std::string_view name);

constexpr unsigned palette_binding = 0;       ///< binding point of either block
constexpr unsigned palette_texture_unit = 1;  ///< unit of either texture
constexpr std::size_t palette_texture_width = 64;

/// True if the program declares an array of fixed length. All of its rows are sent, with NaN after the
/// joints, so that a shader that reads past the palette does not find joints of an earlier run.
bool declares_rows(PaletteBinding joint_binding);

/// Rows of other instances before the instance's own `rows`.
std::size_t rows_before(PaletteBinding joint_binding, std::size_t rows);

/// GLSL that declares `vec4 palette_row(int n)`, row n of the instance's joints. declared_rows: if
/// declares_rows(). base_location: location of the vertex attribute with the number of rows before; without it, a
/// uniform has this number.
std::string palette_declaration(const Dialect& dialect, PaletteBinding joint_binding,
                                std::size_t declared_rows,
                                std::optional<std::size_t> base_location = std::nullopt);

/// The amount of a device's limits that an instance's rows need.
struct PaletteNeeds {
  std::size_t uniform_block_bytes = 0;
  std::size_t storage_blocks = 0;
  std::size_t storage_block_bytes = 0;
  std::size_t uniform_components = 0;
  std::size_t texture_units = 0;
  std::size_t texture_size = 0;  ///< the longer side
  std::size_t buffer_texels = 0;
};
PaletteNeeds palette_needs(PaletteBinding joint_binding, std::size_t rows);

}  // namespace bindpose::gpu
