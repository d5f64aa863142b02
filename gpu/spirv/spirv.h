// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: compiles GLSL to SPIR-V, by glslang in this process, without its optimiser, which would insert fma outside
// `precise`; the driver is under test.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "reference/model/error.h"

namespace bindpose::gpu {

enum class ShaderStage { vertex, compute };

/// SPIR-V 1.3, for Vulkan 1.1. Error SHADER_COMPILE with the log and its line.
Expected<std::vector<std::uint32_t>> compile_spirv(ShaderStage stage, const std::string& glsl);

/// "glslang 12.0.0"
std::string spirv_compiler();

}  // namespace bindpose::gpu
