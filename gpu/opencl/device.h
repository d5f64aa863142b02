// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an open OpenCL device, and its description.
#pragma once

#include <memory>

#include "gpu/device/device.h"
#include "gpu/kernel/kernel_backend.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

struct OpenClObjects;

/// A device with one queue. Devices are numbered as the OpenCL loader lists platforms and their devices. One
/// thread at a time.
class OpenClDevice {
 public:
  /// Opens the requested device: platform `device` with its index, or `best`, the first GPU or
  /// accelerator that passes its self-test, then processors. Errors LIBRARY_MISSING,
  /// DEVICE_UNAVAILABLE (not there), CONTEXT_REFUSED (older than OpenCL 1.2, or without a compiler), OPENCL_ERROR.
  static Expected<std::unique_ptr<OpenClDevice>> open(const DeviceRequest& request);

  ~OpenClDevice();
  OpenClDevice(const OpenClDevice&) = delete;
  OpenClDevice& operator=(const OpenClDevice&) = delete;

  const DeviceInfo& info() const { return info_; }
  /// Kernels on this device, which must outlive them.
  std::unique_ptr<KernelApi> kernel_api();

 private:
  OpenClDevice();
  static Expected<std::unique_ptr<OpenClDevice>> open_exactly(int index);
  static Expected<std::unique_ptr<OpenClDevice>> open_best();
  Expected<void> make();
  Expected<void> describe(int index);

  std::unique_ptr<OpenClObjects> objects_;
  DeviceInfo info_;
};

}  // namespace bindpose::gpu
