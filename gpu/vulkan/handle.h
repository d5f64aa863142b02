// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a device's Vulkan objects as values that destroy themselves. Internal.
#pragma once

#include <functional>
#include <utility>

#include <glad/vulkan.h>

#include "reference/model/error.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

/// Handles that all objects of a device need.
struct VulkanObjects {
  GladVulkanContext call = {};
  VkPhysicalDevice physical = nullptr;
  VkDevice device = nullptr;
  VkQueue queue = nullptr;
  VkCommandPool pool = nullptr;
  VkCommandBuffer commands = nullptr;
  VkFence fence = nullptr;
  bool feedback = false;  ///< VK_EXT_transform_feedback
};

/// Error VULKAN_ERROR with the name of the result of `called`; DEVICE_LOST for VK_ERROR_DEVICE_LOST.
Expected<void> check_result(VkResult result, const char* called);

/// Records commands, runs them and waits. Errors VULKAN_ERROR, DEVICE_LOST.
Expected<void> run_commands(const VulkanObjects& vulkan, const std::function<void(VkCommandBuffer)>& record);

/// A structure with its sType.
template <class Info>
Info of_type(VkStructureType type) {
  Info info = {};
  info.sType = type;
  return info;
}

/// An object's name, destroyed by `Destroy`.
template <class T, auto Destroy>
class VulkanHandle {
 public:
  using Name = T;

  VulkanHandle() = default;
  VulkanHandle(const VulkanObjects& vulkan, T name) : vulkan_(&vulkan), name_(name) {}
  VulkanHandle(VulkanHandle&& other) noexcept
      : vulkan_(other.vulkan_), name_(std::exchange(other.name_, nullptr)) {}
  VulkanHandle& operator=(VulkanHandle&& other) noexcept {
    std::swap(vulkan_, other.vulkan_);
    std::swap(name_, other.name_);
    return *this;
  }
  ~VulkanHandle() {
    if (name_ != nullptr) (vulkan_->call.*Destroy)(vulkan_->device, name_, nullptr);
  }
  T name() const { return name_; }

 private:
  const VulkanObjects* vulkan_ = nullptr;
  T name_ = nullptr;
};

using VulkanMemory = VulkanHandle<VkDeviceMemory, &GladVulkanContext::FreeMemory>;
using VulkanBuffer = VulkanHandle<VkBuffer, &GladVulkanContext::DestroyBuffer>;
using VulkanImage = VulkanHandle<VkImage, &GladVulkanContext::DestroyImage>;
using VulkanImageView = VulkanHandle<VkImageView, &GladVulkanContext::DestroyImageView>;
using VulkanSampler = VulkanHandle<VkSampler, &GladVulkanContext::DestroySampler>;
using VulkanQueries = VulkanHandle<VkQueryPool, &GladVulkanContext::DestroyQueryPool>;
using VulkanModule = VulkanHandle<VkShaderModule, &GladVulkanContext::DestroyShaderModule>;
using VulkanSetLayout = VulkanHandle<VkDescriptorSetLayout, &GladVulkanContext::DestroyDescriptorSetLayout>;
using VulkanDescriptors = VulkanHandle<VkDescriptorPool, &GladVulkanContext::DestroyDescriptorPool>;
using VulkanPipelineLayout = VulkanHandle<VkPipelineLayout, &GladVulkanContext::DestroyPipelineLayout>;
using VulkanRenderPass = VulkanHandle<VkRenderPass, &GladVulkanContext::DestroyRenderPass>;
using VulkanFramebuffer = VulkanHandle<VkFramebuffer, &GladVulkanContext::DestroyFramebuffer>;
using VulkanPipelineCache = VulkanHandle<VkPipelineCache, &GladVulkanContext::DestroyPipelineCache>;
using VulkanPipeline = VulkanHandle<VkPipeline, &GladVulkanContext::DestroyPipeline>;

/// An object made by the entry point `create`; `called` is its name for messages. Errors of check_result().
template <class Handle, class Create, class Info>
Expected<Handle> created(const VulkanObjects& vulkan, Create create, const Info& info, const char* called) {
  typename Handle::Name name = nullptr;
  BINDPOSE_CHECK(check_result((vulkan.call.*create)(vulkan.device, &info, nullptr, &name), called));
  return Handle(vulkan, name);
}

}  // namespace bindpose::gpu
