// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an open Vulkan device without a window, and its description.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/capture/backend.h"
#include "gpu/device/device.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

struct VulkanObjects;
class VulkanInstance;

/// A device with one queue that computes and, if possible, draws. Its number is its index in the Vulkan loader's
/// list. One thread at a time.
class VulkanDevice {
 public:
  /// Opens the requested device: platform `device` with its index, or `best`, the first that passes its
  /// self-test: discrete GPUs, then integrated ones, then others, software last. validated: under the Khronos
  /// validation layer, which then fills complaints(). Errors LIBRARY_MISSING (the loader, the layer),
  /// DEVICE_UNAVAILABLE (not there), CONTEXT_REFUSED (older than Vulkan 1.1, or without a compute queue), VULKAN_ERROR.
  static Expected<std::unique_ptr<VulkanDevice>> open(const DeviceRequest& request, bool validated = false);

  ~VulkanDevice();
  VulkanDevice(const VulkanDevice&) = delete;
  VulkanDevice& operator=(const VulkanDevice&) = delete;

  const DeviceInfo& info() const { return info_; }
  VulkanObjects& objects() { return *objects_; }

  /// Warnings and errors of the validation layer so far.
  const std::vector<std::string>& complaints() const;

 private:
  explicit VulkanDevice(std::unique_ptr<VulkanInstance> instance);
  static Expected<std::unique_ptr<VulkanDevice>> open_exactly(int index, bool validated);
  static Expected<std::unique_ptr<VulkanDevice>> open_best(bool validated);
  Expected<void> make();
  void describe(int index);

  std::unique_ptr<VulkanInstance> instance_;
  std::unique_ptr<VulkanObjects> objects_;
  DeviceInfo info_;
};

/// Plans run on this device, which must outlive it.
std::unique_ptr<Backend> vulkan_backend(VulkanDevice& device);

}  // namespace bindpose::gpu
