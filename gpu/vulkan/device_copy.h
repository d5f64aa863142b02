// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: copies within a Vulkan device's memory, to measure their speed.
#pragma once

#include <cstddef>
#include <memory>

#include "gpu/vulkan/device.h"

namespace bindpose::gpu {

class VulkanDeviceCopy {
 public:
  /// Makes a copy of `bytes` bytes; the device must outlive it. Errors VULKAN_ERROR, DEVICE_LOST.
  static Expected<std::unique_ptr<VulkanDeviceCopy>> make(VulkanDevice& device, std::size_t bytes);
  ~VulkanDeviceCopy();

  /// Makes all copies and waits. Errors VULKAN_ERROR, DEVICE_LOST.
  Expected<void> run();

 private:
  struct State;
  explicit VulkanDeviceCopy(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace bindpose::gpu
