// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/vulkan/device.h"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>

#include "gpu/capture/self_check.h"
#include "gpu/spirv/spirv.h"
#include "gpu/vulkan/handle.h"
#include "gpu/vulkan/instance.h"
#include "gpu/vulkan/limits.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

bool has_extension(const VulkanObjects& vulkan, std::string_view wanted) {
  std::uint32_t count = 0;
  if (vulkan.call.EnumerateDeviceExtensionProperties(vulkan.physical, nullptr, &count, nullptr) != VK_SUCCESS)
    return false;
  std::vector<VkExtensionProperties> extensions(count);
  if (vulkan.call.EnumerateDeviceExtensionProperties(vulkan.physical, nullptr, &count, extensions.data()) !=
      VK_SUCCESS)
    return false;
  return std::ranges::any_of(extensions, [wanted](const VkExtensionProperties& extension) {
    return extension.extensionName == wanted;
  });
}

bool has_feedback(const VulkanObjects& vulkan) {
  if (!has_extension(vulkan, VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME)) return false;
  auto feedback = of_type<VkPhysicalDeviceTransformFeedbackFeaturesEXT>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT);
  auto features = of_type<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  features.pNext = &feedback;
  vulkan.call.GetPhysicalDeviceFeatures2(vulkan.physical, &features);
  return feedback.transformFeedback == VK_TRUE;
}

struct QueueFamily {
  std::uint32_t index = 0;
  bool draws = false;
};

/// The first queue that computes and draws, else the first that computes.
std::optional<QueueFamily> queue_family(const VulkanObjects& vulkan) {
  std::uint32_t count = 0;
  vulkan.call.GetPhysicalDeviceQueueFamilyProperties(vulkan.physical, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  vulkan.call.GetPhysicalDeviceQueueFamilyProperties(vulkan.physical, &count, families.data());
  for (const bool draws : {true, false})
    for (std::uint32_t i = 0; i < count; ++i) {
      const VkQueueFlags flags = families[i].queueFlags;
      if ((flags & VK_QUEUE_COMPUTE_BIT) != 0 && (!draws || (flags & VK_QUEUE_GRAPHICS_BIT) != 0))
        return QueueFamily{i, draws};
    }
  return std::nullopt;
}

Expected<void> make_device(VulkanObjects& vulkan, std::uint32_t family) {
  constexpr float priority = 1;
  auto queue = of_type<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queue.queueFamilyIndex = family;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  auto feedback = of_type<VkPhysicalDeviceTransformFeedbackFeaturesEXT>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT);
  feedback.transformFeedback = VK_TRUE;
  constexpr const char* extension = VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME;
  auto info = of_type<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  if (vulkan.feedback) {
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = &extension;
    info.pNext = &feedback;
  }
  BINDPOSE_CHECK(check_result(vulkan.call.CreateDevice(vulkan.physical, &info, nullptr, &vulkan.device),
                              "vkCreateDevice"));
  vulkan.call.GetDeviceQueue(vulkan.device, family, 0, &vulkan.queue);
  return {};
}

Expected<void> make_commands(VulkanObjects& vulkan, std::uint32_t family) {
  auto pool = of_type<VkCommandPoolCreateInfo>(VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
  pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
  pool.queueFamilyIndex = family;
  BINDPOSE_CHECK(check_result(vulkan.call.CreateCommandPool(vulkan.device, &pool, nullptr, &vulkan.pool),
                              "vkCreateCommandPool"));
  auto commands = of_type<VkCommandBufferAllocateInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
  commands.commandPool = vulkan.pool;
  commands.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
  commands.commandBufferCount = 1;
  BINDPOSE_CHECK(check_result(vulkan.call.AllocateCommandBuffers(vulkan.device, &commands, &vulkan.commands),
                              "vkAllocateCommandBuffers"));
  const auto fence = of_type<VkFenceCreateInfo>(VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
  return check_result(vulkan.call.CreateFence(vulkan.device, &fence, nullptr, &vulkan.fence),
                      "vkCreateFence");
}

std::string version_text(std::uint32_t version) {
  return fmt::format("{}.{}.{}", VK_VERSION_MAJOR(version), VK_VERSION_MINOR(version),
                     VK_VERSION_PATCH(version));
}

/// The device to try first is at the front.
std::vector<DeviceRequest> by_preference(const VulkanInstance& instance,
                                         const std::vector<VkPhysicalDevice>& devices) {
  constexpr std::array order = {VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU,
                                VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU, VK_PHYSICAL_DEVICE_TYPE_OTHER,
                                VK_PHYSICAL_DEVICE_TYPE_CPU};
  const auto rank = [&](const DeviceRequest& request) {
    VkPhysicalDeviceProperties properties;
    instance.call().GetPhysicalDeviceProperties(devices[static_cast<std::size_t>(request.index)],
                                                &properties);
    return std::find(order.begin(), order.end(), properties.deviceType) - order.begin();
  };
  std::vector<DeviceRequest> requests = every_device(Api::vulkan, devices.size());
  std::ranges::stable_sort(requests, {}, rank);
  return requests;
}

}  // namespace

VulkanDevice::VulkanDevice(std::unique_ptr<VulkanInstance> instance)
    : instance_(std::move(instance)), objects_(std::make_unique<VulkanObjects>()) {}

VulkanDevice::~VulkanDevice() {
  const GladVulkanContext& call = objects_->call;
  if (objects_->device == nullptr) return;
  if (objects_->fence != nullptr) call.DestroyFence(objects_->device, objects_->fence, nullptr);
  if (objects_->pool != nullptr) call.DestroyCommandPool(objects_->device, objects_->pool, nullptr);
  call.DestroyDevice(objects_->device, nullptr);
}

const std::vector<std::string>& VulkanDevice::complaints() const {
  return instance_->complaints;
}

Expected<std::unique_ptr<VulkanDevice>> VulkanDevice::open(const DeviceRequest& request, bool validated) {
  return request.platform == Platform::best ? open_best(validated) : open_exactly(request.index, validated);
}

Expected<std::unique_ptr<VulkanDevice>> VulkanDevice::open_exactly(int index, bool validated) {
  BINDPOSE_TRY(auto instance, VulkanInstance::make(validated));
  BINDPOSE_TRY(const auto devices, instance->devices());
  const auto wanted = static_cast<std::size_t>(index);
  if (wanted >= devices.size())
    return fail("DEVICE_UNAVAILABLE", fmt::format("vulkan:{}", index),
                fmt::format("there {} {} Vulkan device{}", devices.size() == 1 ? "is" : "are", devices.size(),
                            devices.size() == 1 ? "" : "s"));
  BINDPOSE_TRY(const auto call, instance->entry_points(devices[wanted]));
  std::unique_ptr<VulkanDevice> device(new VulkanDevice(std::move(instance)));
  device->objects_->call = call;
  device->objects_->physical = devices[wanted];
  BINDPOSE_CHECK(device->make());
  device->describe(index);
  return device;
}

Expected<std::unique_ptr<VulkanDevice>> VulkanDevice::open_best(bool validated) {
  BINDPOSE_TRY(const auto instance, VulkanInstance::make(false));
  BINDPOSE_TRY(const auto devices, instance->devices());
  const auto open = [validated](const DeviceRequest& request) {
    return open_exactly(request.index, validated);
  };
  return open_first(by_preference(*instance, devices), "vulkan", open,
                    [](VulkanDevice& device) { return self_check(*vulkan_backend(device)); });
}

Expected<void> VulkanDevice::make() {
  const auto family = queue_family(*objects_);
  if (!family) return fail("CONTEXT_REFUSED", "vulkan", "the device has no compute queue");
  objects_->feedback = family->draws && has_feedback(*objects_);
  BINDPOSE_CHECK(make_device(*objects_, family->index));
  return make_commands(*objects_, family->index);
}

void VulkanDevice::describe(int index) {
  auto driver =
      of_type<VkPhysicalDeviceDriverPropertiesKHR>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES_KHR);
  auto properties = of_type<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  if (has_extension(*objects_, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME)) properties.pNext = &driver;
  objects_->call.GetPhysicalDeviceProperties2(objects_->physical, &properties);
  const VkPhysicalDeviceProperties& own = properties.properties;
  info_.opened = {Platform::device, index, Api::vulkan};
  info_.vendor = fmt::format("{} {}", driver.driverName, driver.driverInfo);
  if (driver.driverName[0] == '\0') info_.vendor = fmt::format("vendor {:#06x}", own.vendorID);
  info_.renderer = own.deviceName;
  info_.version =
      fmt::format("Vulkan {}, driver {}", version_text(own.apiVersion), version_text(own.driverVersion));
  info_.glsl_version = fmt::format("4.50 by {} as SPIR-V 1.3", spirv_compiler());
  info_.software = own.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  const std::string known = software_renderer(info_.renderer);
  if (info_.software)
    info_.software_name = known == "llvmpipe" ? "lavapipe" : known.empty() ? "a CPU" : known;
  info_.limits = query_limits(*objects_);
}

}  // namespace bindpose::gpu
