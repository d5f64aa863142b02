// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a run as plain data (its shader, bindings and draw calls), so that a program without our libraries
// can repeat it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "gpu/capture/feedback_record.h"
#include "gpu/capture/run_settings.h"
#include "gpu/capture/vertex_buffers.h"
#include "gpu/device/device.h"
#include "gpu/program/variant.h"
#include "gpu/program/vertex_data.h"
#include "gpu/program/vertex_pipeline.h"
#include "reference/model/algorithm.h"
#include "reference/model/arrays.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// Rows of four floats that a shader reads.
struct BoundRows {
  enum class Kind { uniform_block, storage_block, uniform_array, texture, buffer_texture };

  Kind kind = Kind::uniform_block;
  std::string name;         ///< of the uniform, of an array or a texture
  unsigned place = 0;       ///< binding point of a block, unit of a texture; of Vulkan's programs a binding
  std::size_t width = 0;    ///< texels in a row of a texture
  std::vector<float> rows;  ///< [#rows 4]
};

/// Input of a vertex shader of OpenGL or Vulkan, and the capture of its output.
struct RecipeDraw {
  VertexPipeline path;
  std::vector<StoredAttribute> attributes;      ///< by location
  std::vector<std::vector<std::byte>> buffers;  ///< the buffers of the vertex attributes
  std::size_t beside = 0;                       ///< unused vertices before those that are drawn
  bool wide_indices = false;                    ///< of 32 bits, if there are any
  bool has_base_instance = false;
  bool second_instance = false;  ///< drawn; where its joints begin is an attribute behind the others
  FeedbackRecord record;
  std::string pass_through_shader;  ///< of another program, if one draws; else empty
};

struct Recipe {
  DeviceRequest device;
  bool compute = false;
  std::string
      shader;  ///< GLSL: of OpenGL's dialect, or Vulkan's, of which the device is given SPIR-V or a kernel
  std::vector<std::string> varyings;  ///< captured, one behind the other
  std::size_t vertex_count = 0;
  std::vector<std::uint32_t> vertices;  ///< [vertex_count words of a record], as a compute shader reads them
  std::vector<BoundRows> bound;
  // By name, which OpenGL and WebGL alone have: other APIs' are in a block, and in PartNumbers.
  std::vector<UniformField> uniforms;
  std::vector<std::pair<std::string, std::uint32_t>> numbers;  ///< also uniforms
  RecipeDraw draw;                                             ///< of OpenGL's and Vulkan's vertex shaders
  std::size_t joints_before = 0;                               ///< rows of another instance's joints
  std::vector<VertexLayout::Capture> captures;                 ///< what the captured words are
  std::size_t captured_words = 0;                              ///< of a vertex
};

/// For a device known by its description, of any API. Errors as Skinner::run() of the input; NOT_SUPPORTED if the mesh
/// needs more than one draw call. Also NOT_SUPPORTED, except for OpenGL, for draw calls and feedback other than the first,
/// for joints behind those of another instance, and, except for Vulkan, for vertex layouts other than the first.
Expected<Recipe> recipe_of(const DeviceInfo& info, const RunSettings& settings, const Algorithm& algorithm,
                           const ArraySet& question, const Options& options, const Variant& variant);

}  // namespace bindpose::gpu
