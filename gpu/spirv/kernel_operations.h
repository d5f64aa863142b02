// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: each operation of SPIR-V in OpenCL C and in WGSL. Internal.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/spirv/kernel_language.h"
#include "gpu/spirv/module.h"

namespace bindpose::gpu {

struct KernelOperation {
  std::size_t number;  ///< name of the instruction
  /// {0}, {1}, {2}: the operands; {3}: the type of the result (of a component if `each`); {4}, {5}: the types of
  /// the first two operands.
  const char* text;
  bool each = false;           ///< written for each component of a vector
  const char* wgsl = nullptr;  ///< null: as `text`

  const char* in(KernelLanguage language) const {
    return language == KernelLanguage::wgsl && wgsl != nullptr ? wgsl : text;
  }
};

/// Null if the table has no row for the instruction.
const KernelOperation* find_operation(spv::Op op);
/// For the extended instructions GLSL.std.450.
const KernelOperation* find_function(std::uint32_t number);

}  // namespace bindpose::gpu
