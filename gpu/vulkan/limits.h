// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a Vulkan device's limits by name, including those without a name in OpenGL. Internal.
#pragma once

#include <map>
#include <string>

#include "gpu/capture/plan.h"
#include "gpu/vulkan/handle.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

std::map<std::string, long> query_limits(const VulkanObjects& vulkan);

/// Checks the needs of transform feedback, in addition to gpu::check_limits(). NOT_SUPPORTED with the limit and
/// both numbers.
Expected<void> check_feedback_limits(const DeviceInfo& info, const Plan& plan);

}  // namespace bindpose::gpu
