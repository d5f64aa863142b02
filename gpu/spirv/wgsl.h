// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a compute shader in WGSL, the shading language of WebGPU.
//
// The shader is SPIR-V, read by the same code as for gpu/spirv/kernel.h; a row of kernel_operations.cpp has
// each operation in both languages. WGSL has loops and branches and no jumps: they are written as the
// module's merge instructions nest them. A value that another block needs is a variable of the function.
//
// WGSL has no `precise`: a compiler may contract and reassociate. Infinities and NaN may be assumed away there.
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
      buffers;  ///< of group 0, by their bindings, the numbers of a dispatch at part_numbers_binding
};

/// spirv: of compile_spirv(). Errors SHADER_COMPILE for words that are not a module; NOT_SUPPORTED with what cannot be written in WGSL.
Expected<WgslShader> write_wgsl(std::span<const std::uint32_t> spirv);

}  // namespace bindpose::gpu
