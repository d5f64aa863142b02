// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a Vulkan device's limits by their names, and those that OpenGL has no name for. Internal.
#pragma once

#include <map>
#include <string>

#include "gpu/capture/plan.h"
#include "gpu/vulkan/handle.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

std::map<std::string, long> query_limits(const VulkanObjects& vulkan);

/// In addition to gpu::check_limits(): the needs of transform feedback here. NOT_SUPPORTED with the limit and both numbers.
Expected<void> check_feedback_limits(const DeviceInfo& info, const Plan& plan);

}  // namespace bindpose::gpu
