// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/vulkan/vertex_input.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <glad/gl.h>

#include "gpu/program/narrow_form.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

/// The Vulkan format for OpenGL's description of an attribute.
struct Format {
  unsigned type;
  bool is_normalized, is_integer;
  VkFormat format;
  const char* name;
};

// Formats of four numbers, which every device can read, except for 10, 10, 10 and 2 bits; a shader that reads
// three numbers ignores the last one.
#define BINDPOSE_FORMAT(type, normalized, integer, name) \
  { type, normalized, integer, VK_FORMAT_##name, "VK_FORMAT_" #name }
constexpr Format formats[] = {BINDPOSE_FORMAT(GL_FLOAT, false, false, R32G32B32A32_SFLOAT),
                              BINDPOSE_FORMAT(GL_HALF_FLOAT, false, false, R16G16B16A16_SFLOAT),
                              BINDPOSE_FORMAT(GL_UNSIGNED_BYTE, true, false, R8G8B8A8_UNORM),
                              BINDPOSE_FORMAT(GL_UNSIGNED_SHORT, true, false, R16G16B16A16_UNORM),
                              BINDPOSE_FORMAT(GL_BYTE, true, false, R8G8B8A8_SNORM),
                              BINDPOSE_FORMAT(GL_SHORT, true, false, R16G16B16A16_SNORM),
                              BINDPOSE_FORMAT(GL_INT_2_10_10_10_REV, true, false, A2B10G10R10_SNORM_PACK32),
                              BINDPOSE_FORMAT(GL_UNSIGNED_BYTE, false, true, R8G8B8A8_UINT),
                              BINDPOSE_FORMAT(GL_UNSIGNED_SHORT, false, true, R16G16B16A16_UINT),
                              BINDPOSE_FORMAT(GL_UNSIGNED_INT, false, true, R32G32B32A32_UINT),
                              BINDPOSE_FORMAT(GL_BYTE, false, true, R8G8B8A8_SINT),
                              BINDPOSE_FORMAT(GL_SHORT, false, true, R16G16B16A16_SINT),
                              BINDPOSE_FORMAT(GL_INT, false, true, R32G32B32A32_SINT)};
constexpr Format three_floats = BINDPOSE_FORMAT(GL_FLOAT, false, false, R32G32B32_SFLOAT);
#undef BINDPOSE_FORMAT

const Format& format_of(const StoredAttribute& attribute) {
  if (attribute.form == NumberForm{} && attribute.numbers == 3) return three_floats;
  return *std::ranges::find_if(formats, [&](const Format& format) {
    return format.type == attribute.form.type && format.is_normalized == attribute.form.normalized &&
           format.is_integer == attribute.integer;
  });
}

Expected<void> check_reads(const VulkanObjects& vulkan, VkFormat format) {
  VkFormatProperties properties;
  vulkan.call.GetPhysicalDeviceFormatProperties(vulkan.physical, format, &properties);
  if ((properties.bufferFeatures & VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT) != 0) return {};
  return fail("NOT_SUPPORTED", vertex_format_name(format), "the device reads no vertices in this format");
}

Expected<void> check_input(const DeviceInfo& info, const VulkanVertexInput& input) {
  std::size_t offset = 0, stride = 0;
  for (const VkVertexInputAttributeDescription& attribute : input.attributes)
    offset = std::max<std::size_t>(offset, attribute.offset);
  for (const VkVertexInputBindingDescription& buffer : input.buffers)
    stride = std::max<std::size_t>(stride, buffer.stride);
  const std::pair<const char*, std::size_t> needs[] = {{"maxVertexInputBindings", input.buffers.size()},
                                                       {"maxVertexInputAttributeOffset", offset},
                                                       {"maxVertexInputBindingStride", stride}};
  for (const auto& [limit, size] : needs)
    if (size > static_cast<std::size_t>(info.limits.at(limit)))
      return fail("NOT_SUPPORTED", limit,
                  fmt::format("{} is {}, the vertex needs {}", limit, info.limits.at(limit), size));
  return {};
}

}  // namespace

std::string VulkanVertexInput::text() const {
  std::string text;
  for (const VkVertexInputBindingDescription& buffer : buffers)
    fmt::format_to(std::back_inserter(text), "buffer {} stride {}\n", buffer.binding, buffer.stride);
  for (const VkVertexInputAttributeDescription& attribute : attributes)
    fmt::format_to(std::back_inserter(text), "attribute {} buffer {} format {} offset {}\n",
                   attribute.location, attribute.binding, static_cast<int>(attribute.format),
                   attribute.offset);
  return text;
}

VulkanVertexInput vertex_input(const std::vector<StoredAttribute>& stored) {
  VulkanVertexInput input;
  for (const StoredAttribute& attribute : stored) {
    const auto location = static_cast<std::uint32_t>(input.attributes.size());
    const auto buffer = static_cast<std::uint32_t>(attribute.buffer);
    // Without gaps between vertices, OpenGL takes the stride 0, Vulkan the attribute's size.
    const std::size_t tight = bytes_of(attribute.form, static_cast<std::size_t>(attribute.numbers));
    const std::size_t stride = attribute.stride == 0 ? tight : attribute.stride;
    input.attributes.push_back(
        {location, buffer, format_of(attribute).format, static_cast<std::uint32_t>(attribute.offset)});
    if (buffer == input.buffers.size())
      input.buffers.push_back({buffer, static_cast<std::uint32_t>(stride), VK_VERTEX_INPUT_RATE_VERTEX});
  }
  return input;
}

Expected<void> check_vertex_input(const VulkanObjects& vulkan, const DeviceInfo& info,
                                  const VulkanVertexInput& input) {
  for (const VkVertexInputAttributeDescription& attribute : input.attributes)
    BINDPOSE_CHECK(check_reads(vulkan, attribute.format));
  return check_input(info, input);
}

const char* vertex_format_name(VkFormat format) {
  if (format == three_floats.format) return three_floats.name;
  return std::ranges::find(formats, format, &Format::format)->name;
}

}  // namespace bindpose::gpu
