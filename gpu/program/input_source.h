// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the GLSL by which a body reads its declared inputs. Internal.
#pragma once

#include <functional>
#include <string>

#include "gpu/program/shader_source.h"

namespace bindpose::gpu {

/// Globals and functions before the body: `vec3 centres;`, `vec4 pivots(uint j, uint r)`.
std::string input_declarations(const ShaderSpec& spec);

/// Statements of main() that fill the inputs per vertex. number(field, k) gives the expression of number k.
std::string input_assignments(const VertexLayout& layout,
                              const std::function<std::string(const VertexField&, std::size_t)>& number);

}  // namespace bindpose::gpu
