// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: limits that OpenGL, Vulkan, OpenCL, CUDA and WebGPU have, each under its own name. Internal to the libraries of gpu/.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "gpu/device/device.h"

namespace bindpose::gpu {

/// The name of a limit in messages: "GL_MAX_UNIFORM_BLOCK_SIZE", "maxUniformBufferRange" (Vulkan),
/// "CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE" (OpenCL), "CU_TOTAL_MEMORY" (CUDA), "maxUniformBufferBindingSize"
/// (WebGPU); if the API counts bytes and OpenGL numbers, "maxUniformBufferRange / 4".
std::string limit_name(Api api, std::string_view gl_name);

/// Vulkan's, OpenCL's, CUDA's or WebGPU's limit in OpenGL's units; 0 without such a limit.
long shared_limit(Api api, const std::map<std::string, long>& limits, std::string_view gl_name);

}  // namespace bindpose::gpu
