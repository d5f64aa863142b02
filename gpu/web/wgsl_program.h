// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a compute shader as the page's script takes it. Internal to the library.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "reference/model/error.h"

namespace bindpose::gpu {

/// The arguments of `compile` in webgpu_page.js: [text in WGSL, entry point, [[binding, use] ...]]. glsl: a compute shader for Vulkan.
/// Errors SHADER_COMPILE, NOT_SUPPORTED.
Expected<nlohmann::json> wgsl_program(const std::string& glsl);

}  // namespace bindpose::gpu
