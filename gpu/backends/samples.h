// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the translations of an algorithm's GLSL, without a device.
#pragma once

#include <string>
#include <vector>

#include "gpu/spirv/kernel.h"
#include "reference/model/algorithm.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

// Translations of each variant that the API supports, for the algorithm's sample and the smallest
// limits that the API promises. Errors SHADER_COMPILE; NOT_SUPPORTED with the reason that a shader
// cannot be translated.
/// The kernels of OpenCL and CUDA.
Expected<std::vector<std::string>> sample_kernels(const Algorithm& algorithm, Contraction contraction);
/// The WGSL of WebGPU.
Expected<std::vector<std::string>> sample_wgsl(const Algorithm& algorithm);

}  // namespace bindpose::gpu
