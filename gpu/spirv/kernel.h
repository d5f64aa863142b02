// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: translates a compute shader to a kernel in OpenCL C 1.2, for devices without a shading language.
//
// The shader is SPIR-V, in which macros, overloads, inout and constructors are already resolved. Each instruction
// becomes a statement, with the types and matrices of gpu/spirv/prelude.cl. An instruction without a row in the
// tables of kernel_operations.cpp is refused by name.
//
// The same module reader is used for WGSL: gpu/spirv/wgsl.h.
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

/// How a product and the sum that uses it are rounded.
enum class Contraction {
  off,  ///< each operation is rounded; the compiler must not contract
  on    ///< every such pair becomes fma(), except under `precise`
};

struct Kernel {
  std::string text;                ///< OpenCL C
  std::vector<unsigned> bindings;  ///< arguments in their order
};

/// spirv: from compile_spirv(). Errors SHADER_COMPILE for words that are not a module; NOT_SUPPORTED with the part
/// that has no form in OpenCL C.
Expected<Kernel> write_kernel(std::span<const std::uint32_t> spirv, Contraction contraction);

}  // namespace bindpose::gpu
