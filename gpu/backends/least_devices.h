// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: devices with the smallest limits that their APIs promise, and the inputs that each device can run.
#pragma once

#include <vector>

#include "gpu/device/device.h"
#include "gpu/program/variant.h"
#include "reference/model/algorithm.h"
#include "reference/model/arrays.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// Describes a device with the smallest limits of the API, with exceptions. OpenGL is version 3.3
/// with textures of 2,048 texels, as OpenGL ES 3.0 and WebGL 2 promise (OpenGL 3.3 promises 1,024).
/// OpenCL has work-groups of compute_group_size (OpenCL promises 1). Vulkan has
/// VK_EXT_transform_feedback.
DeviceInfo least_device(Api api);

/// The usual combination of each API; for Vulkan also one with a compute shader, which needs no
/// extension.
std::vector<Variant> usual_variants(const Algorithm& algorithm);

/// Checks that the least device of every API runs the input in the usual combination. Errors of
/// checked_plan().
Expected<void> fits_every_device(const Algorithm& algorithm, const ArraySet& question,
                                 const Options& options);

}  // namespace bindpose::gpu
