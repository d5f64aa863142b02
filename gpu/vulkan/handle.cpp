// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/vulkan/handle.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <string>

#include <fmt/format.h>

namespace bindpose::gpu {
namespace {

struct NamedResult {
  const char* name;
  VkResult value;
};
#define BINDPOSE_NAMED(name) \
  { #name, name }
constexpr NamedResult results[] = {
    BINDPOSE_NAMED(VK_TIMEOUT),
    BINDPOSE_NAMED(VK_NOT_READY),
    BINDPOSE_NAMED(VK_INCOMPLETE),
    BINDPOSE_NAMED(VK_ERROR_OUT_OF_HOST_MEMORY),
    BINDPOSE_NAMED(VK_ERROR_OUT_OF_DEVICE_MEMORY),
    BINDPOSE_NAMED(VK_ERROR_INITIALIZATION_FAILED),
    BINDPOSE_NAMED(VK_ERROR_DEVICE_LOST),
    BINDPOSE_NAMED(VK_ERROR_MEMORY_MAP_FAILED),
    BINDPOSE_NAMED(VK_ERROR_LAYER_NOT_PRESENT),
    BINDPOSE_NAMED(VK_ERROR_EXTENSION_NOT_PRESENT),
    BINDPOSE_NAMED(VK_ERROR_FEATURE_NOT_PRESENT),
    BINDPOSE_NAMED(VK_ERROR_INCOMPATIBLE_DRIVER),
    BINDPOSE_NAMED(VK_ERROR_TOO_MANY_OBJECTS),
    BINDPOSE_NAMED(VK_ERROR_FORMAT_NOT_SUPPORTED),
};
#undef BINDPOSE_NAMED

std::string result_name(VkResult result) {
  const auto* found = std::find_if(std::begin(results), std::end(results),
                                   [result](const NamedResult& each) { return each.value == result; });
  return found == std::end(results) ? fmt::format("VkResult {}", static_cast<int>(result)) : found->name;
}

}  // namespace

Expected<void> check_result(VkResult result, const char* called) {
  if (result == VK_SUCCESS) return {};
  return fail(result == VK_ERROR_DEVICE_LOST ? "DEVICE_LOST" : "VULKAN_ERROR", called, result_name(result));
}

// The parent process ends this process if it takes too long.
Expected<void> run_commands(const VulkanObjects& vulkan, const std::function<void(VkCommandBuffer)>& record) {
  const GladVulkanContext& call = vulkan.call;
  auto begin = of_type<VkCommandBufferBeginInfo>(VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
  begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
  BINDPOSE_CHECK(check_result(call.BeginCommandBuffer(vulkan.commands, &begin), "vkBeginCommandBuffer"));
  record(vulkan.commands);
  BINDPOSE_CHECK(check_result(call.EndCommandBuffer(vulkan.commands), "vkEndCommandBuffer"));
  auto submit = of_type<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &vulkan.commands;
  BINDPOSE_CHECK(check_result(call.QueueSubmit(vulkan.queue, 1, &submit, vulkan.fence), "vkQueueSubmit"));
  constexpr std::uint64_t forever = std::numeric_limits<std::uint64_t>::max();
  BINDPOSE_CHECK(
      check_result(call.WaitForFences(vulkan.device, 1, &vulkan.fence, VK_TRUE, forever), "vkWaitForFences"));
  return check_result(call.ResetFences(vulkan.device, 1, &vulkan.fence), "vkResetFences");
}

}  // namespace bindpose::gpu
