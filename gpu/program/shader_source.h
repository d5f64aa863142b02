// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the text of a program: an algorithm's shader function (gpu/program/shader_function.h), with code that
// reads its inputs and writes its result.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/device/device.h"
#include "gpu/program/palette_binding.h"
#include "gpu/program/vertex_data.h"

namespace bindpose::gpu {

// Further binding points in both stages, after those of palette_binding.
constexpr unsigned vertices_binding = 1;
constexpr unsigned captured_binding = 2;
constexpr unsigned frames_binding = 3;
// Only Vulkan's programs use these names.
constexpr unsigned frame_texture_binding = 4;
constexpr unsigned uniforms_binding = 5;
/// Texels of a row of the texture of frames, up to the device's limit.
constexpr std::size_t frame_texture_width = 2048;
constexpr unsigned compute_group_size = 64;
/// Shared memory of a group: the minimum that Vulkan, OpenGL ES and WebGPU guarantee.
constexpr std::size_t shared_bytes = 16384;

/// Numbers of a draw or dispatch: uniforms of these names, in Vulkan push constants.
struct PartNumbers {
  std::uint32_t vertex_count = 0;
  std::uint32_t vertices_before = 0;
  std::uint32_t frame_vertices = 0;
};

/// Everything that the text of a program depends on.
struct ShaderSpec {
  Api api = Api::gl;
  GlVersion version = {};
  VertexLayout layout;
  std::string_view body;
  std::vector<std::string> macros;  ///< macros of the options, the palette's form and the inputs
  std::string precision = "highp";  ///< the default for floats
  bool palette = true;              ///< the body reads the palette
  std::size_t joint_rows = 3;       ///< vec4 per joint, 0 without inputs per joint
  std::vector<JointField> joint_fields;
  std::vector<FrameField> frame_fields;
  bool frames_in_ssbo = false;         ///< or in a texture
  std::vector<UniformField> uniforms;  ///< only their names and sizes matter
  PaletteBinding joint_binding = PaletteBinding::ubo;
  std::size_t palette_capacity = 0;  ///< joints with declared rows, for all instances
  bool vertex_per_instance = false;  ///< a vertex is numbered as an instance
  bool base_by_attribute = false;  ///< an attribute after the layout's has the start of an instance's joints
  bool writes_constant = false;    ///< in a vertex shader: first writes constant_varying
  bool staged = false;             ///< in compute shaders: a group stores its captured data together
};

/// True if the captured data of a work group fits into its shared memory.
bool can_be_staged(const VertexLayout& layout);

std::string vertex_shader(const ShaderSpec& spec);
std::string compute_shader(const ShaderSpec& spec);

/// A vertex shader that reads the captured arrays of this layout as attributes and captures them unchanged.
std::string pass_through_shader(const Dialect& dialect, const VertexLayout& layout);

/// Contents of Vulkan's uniform block of inputs, in vec4s: one for each number of an array, one for each other
/// value.
std::vector<float> uniform_block(const std::vector<UniformField>& uniforms);

/// An output with the same value at every vertex, if ShaderSpec::writes_constant.
constexpr std::string_view constant_varying = "constant_varying";
constexpr std::array<float, 2> constant_value = {0.75F, -3};

/// The outputs of the vertex shader in the order of a captured record.
std::vector<std::string> captured_varyings(const VertexLayout& layout);

}  // namespace bindpose::gpu
