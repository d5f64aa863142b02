// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: whether a Vulkan device computes and returns vertices at all.
#pragma once

#include "gpu/vulkan/device.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// Captures gpu::known_transform() by a compute shader and, where the device has it, by transform feedback. Errors SELF_TEST with
/// what was seen, and those of PlanRunner::run().
Expected<void> self_check(VulkanDevice& device);

}  // namespace bindpose::gpu
