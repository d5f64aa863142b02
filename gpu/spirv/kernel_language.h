// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the target languages of SPIR-V instructions. Internal.
#pragma once

namespace bindpose::gpu {

enum class KernelLanguage {
  opencl_c,  ///< gpu/spirv/kernel.h
  wgsl       ///< gpu/spirv/wgsl.h
};

}  // namespace bindpose::gpu
