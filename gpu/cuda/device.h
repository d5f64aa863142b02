// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an open CUDA device, and its description.
#pragma once

#include <memory>

#include "gpu/device/device.h"
#include "gpu/kernel/kernel_backend.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// A device with a context of its own. Devices have the driver's numbers. One thread at a time.
class CudaDevice {
 public:
  /// Opens the requested device: platform `device` with its index, or `best`, the driver's first. Errors
  /// LIBRARY_MISSING (the driver, or clang), DEVICE_UNAVAILABLE (not there), CONTEXT_REFUSED (compute capability
  /// below 6.0), CUDA_ERROR.
  static Expected<std::unique_ptr<CudaDevice>> open(const DeviceRequest& request);

  ~CudaDevice();
  CudaDevice(const CudaDevice&) = delete;
  CudaDevice& operator=(const CudaDevice&) = delete;

  const DeviceInfo& info() const { return info_; }
  /// Kernels on this device, which must outlive them.
  std::unique_ptr<KernelApi> kernel_api();

 private:
  CudaDevice();
  Expected<void> describe(int index);

  struct State;
  std::unique_ptr<State> state_;
  DeviceInfo info_;
};

}  // namespace bindpose::gpu
