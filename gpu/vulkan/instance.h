// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the Vulkan loader, loaded on request, and an instance. Internal.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <glad/vulkan.h>

#include "reference/model/error.h"

namespace bindpose::gpu {

class VulkanInstance {
 public:
  /// validated: with the Khronos validation layer. Errors LIBRARY_MISSING, DEVICE_UNAVAILABLE, VULKAN_ERROR.
  static Expected<std::unique_ptr<VulkanInstance>> make(bool validated);

  ~VulkanInstance();
  VulkanInstance(const VulkanInstance&) = delete;
  VulkanInstance& operator=(const VulkanInstance&) = delete;

  /// In the loader's order. Errors VULKAN_ERROR; DEVICE_UNAVAILABLE without devices.
  Expected<std::vector<VkPhysicalDevice>> devices() const;
  /// The entry points, including the device's extensions.
  Expected<GladVulkanContext> entry_points(VkPhysicalDevice device);
  const GladVulkanContext& call() const { return call_; }

  std::vector<std::string> complaints;  ///< messages of the validation layer

 private:
  VulkanInstance() = default;
  static Expected<std::unique_ptr<VulkanInstance>> load(bool validated);
  Expected<void> create(bool validated);
  bool has_layer(const char* name) const;
  static GLADapiproc find(void* instance, const char* name);

  GladVulkanContext call_ = {};
  PFN_vkGetInstanceProcAddr get_ = nullptr;
  VkInstance instance_ = nullptr;
  VkDebugUtilsMessengerEXT messenger_ = nullptr;
};

}  // namespace bindpose::gpu
