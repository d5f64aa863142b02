// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: limits that OpenGL and Vulkan both have, under either name. Internal to the libraries of gpu/.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "gpu/device/device.h"

namespace bindpose::gpu {

/// What a message calls the limit of this GL name: "GL_MAX_UNIFORM_BLOCK_SIZE", of Vulkan "maxUniformBufferRange"; where
/// Vulkan counts bytes and OpenGL numbers, "maxUniformBufferRange / 4".
std::string limit_name(Api api, std::string_view gl_name);

/// Vulkan's limit in OpenGL's units; 0 where there is none.
long vulkan_limit(const std::map<std::string, long>& limits, std::string_view gl_name);

}  // namespace bindpose::gpu
