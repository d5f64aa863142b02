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
  std::string name;         ///< name of the uniform, of an array or a texture
  unsigned place = 0;       ///< binding point of a block, unit of a texture; a binding in Vulkan's programs
  std::size_t width = 0;    ///< texels in a row of a texture
  std::vector<float> rows;  ///< [#rows 4]
};

/// Input of a vertex shader of OpenGL or Vulkan, and the capture of its output.
struct RecipeDraw {
  VertexPipeline path;
  std::vector<StoredAttribute> attributes;      ///< by location
  std::vector<std::vector<std::byte>> buffers;  ///< the buffers of the vertex attributes
  std::size_t beside = 0;                       ///< unused vertices before the drawn ones
  bool wide_indices = false;                    ///< indices of 32 bits; may be empty
  bool has_base_instance = false;
  bool second_instance = false;  ///< is drawn; the last attribute has the start of its joints
  FeedbackRecord record;
  std::string pass_through_shader;  ///< text of another program that draws; may be empty
};

struct Recipe {
  DeviceRequest device;
  bool compute = false;
  std::string
      shader;  ///< GLSL: OpenGL's dialect, or Vulkan's, which the device gets as SPIR-V or as a kernel
  std::vector<std::string> varyings;  ///< captured arrays in order
  std::size_t vertex_count = 0;
  std::vector<std::uint32_t> vertices;  ///< [vertex_count words of a record], as a compute shader reads them
  std::vector<BoundRows> bound;
  // By name, only for OpenGL and WebGL: other APIs use a block, and PartNumbers.
  std::vector<UniformField> uniforms;
  std::vector<std::pair<std::string, std::uint32_t>> numbers;  ///< also uniforms
  RecipeDraw draw;                                             ///< for vertex shaders of OpenGL and Vulkan
  std::size_t joints_before = 0;                               ///< rows of another instance's joints
  std::vector<VertexLayout::Capture> captures;                 ///< meaning of the captured words
  std::size_t captured_words = 0;                              ///< per vertex
};

/// Makes a recipe from the description of a device of any API. Errors: those of Skinner::run() for the input;
/// NOT_SUPPORTED if the mesh needs more than one draw call. Also NOT_SUPPORTED for draw calls and feedback other
/// than the first and for joints after another instance's (except for OpenGL), and for vertex layouts other than
/// the first (except for OpenGL and Vulkan).
Expected<Recipe> recipe_of(const DeviceInfo& info, const RunSettings& settings, const Algorithm& algorithm,
                           const ArraySet& question, const Options& options, const Variant& variant);

}  // namespace bindpose::gpu
