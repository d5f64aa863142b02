// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: whether an OpenCL device computes and returns vertices at all.
#pragma once

#include "gpu/opencl/device.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// Runs gpu::known_transform(). Errors SELF_TEST with what was seen, and those of KernelRunner::run().
Expected<void> self_check(OpenClDevice& device);

}  // namespace bindpose::gpu
