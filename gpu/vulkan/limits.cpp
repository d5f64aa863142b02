// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/vulkan/limits.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

namespace bindpose::gpu {
namespace {

constexpr std::size_t bytes_of_word = sizeof(std::uint32_t);

long as_long(std::uint64_t value) {
  return static_cast<long>(std::min<std::uint64_t>(value, std::numeric_limits<long>::max()));
}

}  // namespace

std::map<std::string, long> query_limits(const VulkanObjects& vulkan) {
  auto feedback = of_type<VkPhysicalDeviceTransformFeedbackPropertiesEXT>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_PROPERTIES_EXT);
  auto properties = of_type<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  if (vulkan.feedback) properties.pNext = &feedback;
  vulkan.call.GetPhysicalDeviceProperties2(vulkan.physical, &properties);
  const VkPhysicalDeviceLimits& own = properties.properties.limits;
  std::map<std::string, long> limits;
#define BINDPOSE_LIMIT(from, name) limits[#name] = as_long((from).name)
  BINDPOSE_LIMIT(own, maxImageDimension2D);
  BINDPOSE_LIMIT(own, maxUniformBufferRange);
  BINDPOSE_LIMIT(own, maxStorageBufferRange);
  BINDPOSE_LIMIT(own, maxPerStageDescriptorUniformBuffers);
  BINDPOSE_LIMIT(own, maxPerStageDescriptorStorageBuffers);
  BINDPOSE_LIMIT(own, maxPerStageDescriptorSampledImages);
  BINDPOSE_LIMIT(own, maxVertexInputAttributes);
  BINDPOSE_LIMIT(own, maxVertexInputAttributeOffset);
  BINDPOSE_LIMIT(own, maxVertexInputBindings);
  BINDPOSE_LIMIT(own, maxVertexInputBindingStride);
  BINDPOSE_LIMIT(own, maxVertexOutputComponents);
  BINDPOSE_LIMIT(own, maxComputeWorkGroupInvocations);
  BINDPOSE_LIMIT(own, minUniformBufferOffsetAlignment);
  BINDPOSE_LIMIT(own, minStorageBufferOffsetAlignment);
  if (vulkan.feedback) {
    BINDPOSE_LIMIT(feedback, maxTransformFeedbackBufferDataSize);
    BINDPOSE_LIMIT(feedback, maxTransformFeedbackBufferDataStride);
    BINDPOSE_LIMIT(feedback, maxTransformFeedbackStreamDataSize);
  }
#undef BINDPOSE_LIMIT
  limits["maxComputeWorkGroupCount"] = as_long(own.maxComputeWorkGroupCount[0]);  // along x
  limits["maxComputeWorkGroupSize"] = as_long(own.maxComputeWorkGroupSize[0]);
  return limits;
}

Expected<void> check_feedback_limits(const DeviceInfo& info, const Plan& plan) {
  const VertexLayout& layout = plan.data.layout;
  if (!info.limits.contains("maxTransformFeedbackBufferDataStride"))
    return fail("NOT_SUPPORTED", "VK_EXT_transform_feedback", "the device does not have this extension");
  const std::size_t captured = layout.captured_words() * bytes_of_word;
  struct Need {
    const char* limit;
    std::size_t size;
  };
  const Need needs[] = {
      {"maxVertexInputBindingStride", layout.words() * bytes_of_word},
      {"maxVertexInputAttributeOffset", layout.attributes().back().at * bytes_of_word},
      {"maxVertexOutputComponents", 4 * layout.captures().size()},
      {"maxTransformFeedbackBufferDataSize", captured},
      {"maxTransformFeedbackStreamDataSize", captured},
  };
  for (const auto& [limit, size] : needs)
    if (size > static_cast<std::size_t>(info.limits.at(limit)))
      return fail("NOT_SUPPORTED", limit,
                  fmt::format("{} is {}, the vertex needs {}", limit, info.limits.at(limit), size));
  return {};
}

}  // namespace bindpose::gpu
