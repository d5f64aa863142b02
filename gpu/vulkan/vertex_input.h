// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a pipeline's description of vertices in buffers. Internal.
#pragma once

#include <string>
#include <vector>

#include "gpu/capture/vertex_buffers.h"
#include "gpu/device/device.h"
#include "gpu/vulkan/handle.h"

namespace bindpose::gpu {

struct VulkanVertexInput {
  std::vector<VkVertexInputBindingDescription> buffers = {};
  std::vector<VkVertexInputAttributeDescription> attributes = {};  ///< by location

  /// Two equal descriptions have the same text.
  std::string text() const;
};

/// For attributes at these places; without a device.
VulkanVertexInput vertex_input(const std::vector<StoredAttribute>& stored);
/// NOT_SUPPORTED with the format that the device does not read, or the limit and both numbers.
Expected<void> check_vertex_input(const VulkanObjects& vulkan, const DeviceInfo& info,
                                  const VulkanVertexInput& input);
/// The name of a format of attributes: "VK_FORMAT_R32G32B32_SFLOAT".
const char* vertex_format_name(VkFormat format);

}  // namespace bindpose::gpu
