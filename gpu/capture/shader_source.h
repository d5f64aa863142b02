// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the text of a program - an algorithm's body between what feeds it and what returns its result.
//
// A body defines one function, the same for every stage and API:
//   Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES])   with weights, or
//   Surface skin(Surface rest, uint j)                                    one joint a vertex
// and may use gpu/capture/common.glsl, EACH_INFLUENCE(macro) and the macros of its options.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/capture/vertex_data.h"
#include "gpu/device/device.h"

namespace bindpose::gpu {

// Binding points that both stages share.
constexpr unsigned palette_binding = 0;
constexpr unsigned vertices_binding = 1;
constexpr unsigned captured_binding = 2;
constexpr unsigned compute_group_size = 64;

/// Everything that the text of a program depends on.
struct ShaderSpec {
  Api api = Api::gl;
  VertexLayout layout;
  std::string_view body;
  std::vector<std::string> macros;  ///< of the chosen options
  std::string precision = "highp";  ///< the default for floats
  bool palette_in_ssbo = false;
  std::size_t palette_capacity = 0;  ///< joints that the uniform block holds
};

/// True when a body's skin() takes weights.
bool takes_weights(std::string_view body);

std::string vertex_shader(const ShaderSpec& spec);
std::string compute_shader(const ShaderSpec& spec);

/// The outputs of the vertex shader in the order of a captured record.
std::vector<const char*> captured_varyings(const VertexLayout& layout);

}  // namespace bindpose::gpu
