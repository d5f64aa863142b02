// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: translates a compute shader to WGSL, the shading language of WebGPU.
//
// The shader is SPIR-V, read by the same code as for gpu/spirv/kernel.h; a row of kernel_operations.cpp has each
// operation in both languages. WGSL has loops and branches, but no jumps: they follow the nesting of the module's
// merge instructions. A value that another block needs is a variable of the function.
//
// WGSL has no `precise`: a compiler may contract and reassociate, and may assume that infinities and NaN do not
// occur.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>

#include "reference/model/error.h"

namespace bindpose::gpu {

enum class BufferUse { uniform, read, written };

struct WgslShader {
  std::string text;  ///< its entry point is kernel_name, in groups of compute_group_size
  std::map<unsigned, BufferUse>
      buffers;  ///< group 0, by binding; the numbers of a dispatch at part_numbers_binding
};

/// spirv: from compile_spirv(). Errors SHADER_COMPILE for words that are not a module; NOT_SUPPORTED with the part
/// that has no form in WGSL.
Expected<WgslShader> write_wgsl(std::span<const std::uint32_t> spirv);

}  // namespace bindpose::gpu
