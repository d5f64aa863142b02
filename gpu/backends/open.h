// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a device of any API, open, with the backend that runs plans on it.
#pragma once

#include <memory>

#include "gpu/capture/backend.h"
#include "gpu/device/device.h"
#include "gpu/spirv/kernel.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

struct OpenDevice {
  std::shared_ptr<void> device;  ///< used by the backend, so destroyed after it
  std::unique_ptr<Backend> backend;
};

/// Opens the device that the request names, or the best one. contraction: of OpenCL's and CUDA's kernels.
/// Errors LIBRARY_MISSING, DEVICE_UNAVAILABLE, CONTEXT_REFUSED, and from the API's own open().
Expected<OpenDevice> open_backend(const DeviceRequest& request, Contraction contraction = Contraction::off);

}  // namespace bindpose::gpu
