// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: whether a browser's WebGPU computes and returns vertices at all.
#pragma once

#include "gpu/webgpu/device.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// Runs gpu::known_transform(). Errors SELF_TEST with what was seen, SHADER_COMPILE and those of WebGpuDevice::ask().
Expected<void> self_check(WebGpuDevice& device);

}  // namespace bindpose::gpu
