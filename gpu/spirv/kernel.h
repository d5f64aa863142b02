// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a compute shader as a kernel in OpenCL C 1.2, for devices that no shading language reaches.
//
// The shader comes as SPIR-V, in which macros, overloads, inout and constructors are already resolved; each
// instruction becomes a statement, with the types and matrices of gpu/spirv/prelude.cl. An instruction
// without a row in the tables of kernel_operations.cpp is refused by name.
//
// The same reading of a module also writes WGSL: gpu/spirv/wgsl.h.
//
// Each resource of the shader is an argument of the kernel: a buffer each, by its binding; the numbers of a
// dispatch, push constants in Vulkan, are also a buffer.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "reference/model/error.h"

namespace bindpose::gpu {

/// Binding of a dispatch's numbers (gpu::PartNumbers), after the bindings of gpu/program/shader_source.h.
constexpr unsigned part_numbers_binding = 6;

constexpr const char* kernel_name = "skin_vertices";

/// True if a product and the sum that uses it are rounded once.
enum class Contraction {
  off,  ///< each operation is rounded; the compiler must not contract
  on    ///< every such pair is written as fma(), except where the shader says `precise`
};

struct Kernel {
  std::string text;                ///< OpenCL C
  std::vector<unsigned> bindings;  ///< of the arguments in their order
};

/// spirv: of compile_spirv(). Errors SHADER_COMPILE for words that are not a module; NOT_SUPPORTED with what cannot be written in OpenCL
/// C.
Expected<Kernel> write_kernel(std::span<const std::uint32_t> spirv, Contraction contraction);

}  // namespace bindpose::gpu
