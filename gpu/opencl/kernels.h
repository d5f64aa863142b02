// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: kernels on an OpenCL device. Internal.
#pragma once

#include <memory>

#include "gpu/kernel/kernel_backend.h"
#include "gpu/opencl/objects.h"

namespace bindpose::gpu {

/// Both must outlive it.
std::unique_ptr<KernelApi> opencl_kernels(const OpenClObjects& opencl, const DeviceInfo& info);

}  // namespace bindpose::gpu
