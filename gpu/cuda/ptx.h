// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a kernel in OpenCL C as PTX, the assembly of NVIDIA's GPUs, by clang, which brings all that is needed for it.
#pragma once

#include <string>

#include "reference/model/error.h"

namespace bindpose::gpu::cuda {

/// For GPUs of compute capability 6.0 and later. kernel: of write_kernel(). Errors LIBRARY_MISSING where clang is not here (the
/// environment variable BINDPOSE_CLANG names another one), SHADER_COMPILE with its words.
Expected<std::string> compile_ptx(const std::string& kernel);

}  // namespace bindpose::gpu::cuda
