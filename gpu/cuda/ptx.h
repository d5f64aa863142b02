// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: compiles a kernel in OpenCL C to PTX, the assembly of NVIDIA's GPUs, by clang, which needs no other tools.
#pragma once

#include <string>

#include "reference/model/error.h"

namespace bindpose::gpu::cuda {

/// For GPUs of compute capability 6.0 and later. kernel: of write_kernel(). Errors LIBRARY_MISSING without clang
/// (the environment variable BINDPOSE_CLANG can name another one), SHADER_COMPILE with its text.
Expected<std::string> compile_ptx(const std::string& kernel);

}  // namespace bindpose::gpu::cuda
