// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/vulkan/memory.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <initializer_list>
#include <limits>
#include <optional>

namespace bindpose::gpu {
namespace {

/// An allowed type of memory with all these properties.
std::optional<std::uint32_t> memory_type(const VulkanObjects& vulkan, std::uint32_t allowed,
                                         VkMemoryPropertyFlags wanted) {
  VkPhysicalDeviceMemoryProperties memory;
  vulkan.call.GetPhysicalDeviceMemoryProperties(vulkan.physical, &memory);
  for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i)
    if ((allowed >> i & 1U) != 0 && (memory.memoryTypes[i].propertyFlags & wanted) == wanted) return i;
  return std::nullopt;
}

/// Memory with the first available properties.
Expected<VulkanMemory> allocate(const VulkanObjects& vulkan, const VkMemoryRequirements& needs,
                                std::initializer_list<VkMemoryPropertyFlags> wanted) {
  auto info = of_type<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  info.allocationSize = needs.size;
  for (const VkMemoryPropertyFlags properties : wanted) {
    const auto type = memory_type(vulkan, needs.memoryTypeBits, properties);
    if (!type) continue;
    info.memoryTypeIndex = *type;
    return created<VulkanMemory>(vulkan, &GladVulkanContext::AllocateMemory, info, "vkAllocateMemory");
  }
  return fail("VULKAN_ERROR", "vkAllocateMemory", "the device has no memory of the required type");
}

/// Makes a buffer, and memory with the first available properties.
Expected<PlacedBuffer> placed_buffer(const VulkanObjects& vulkan, std::size_t bytes,
                                     std::initializer_list<VkMemoryPropertyFlags> wanted) {
  auto info = of_type<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.size = bytes;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
               VK_BUFFER_USAGE_INDEX_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT |
               VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  if (vulkan.feedback) info.usage |= VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT;
  PlacedBuffer made;
  BINDPOSE_TRY(made.buffer,
               created<VulkanBuffer>(vulkan, &GladVulkanContext::CreateBuffer, info, "vkCreateBuffer"));
  VkMemoryRequirements needs;
  vulkan.call.GetBufferMemoryRequirements(vulkan.device, made.buffer.name(), &needs);
  BINDPOSE_TRY(made.memory, allocate(vulkan, needs, wanted));
  BINDPOSE_CHECK(
      check_result(vulkan.call.BindBufferMemory(vulkan.device, made.buffer.name(), made.memory.name(), 0),
                   "vkBindBufferMemory"));
  return made;
}

/// The barrier before the copy into the image, or after it.
VkImageMemoryBarrier barrier(VkImage image, bool after) {
  auto to = of_type<VkImageMemoryBarrier>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER);
  to.image = image;
  to.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  to.srcQueueFamilyIndex = to.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
  to.oldLayout = after ? VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL : VK_IMAGE_LAYOUT_UNDEFINED;
  to.newLayout = after ? VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL : VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
  to.srcAccessMask = after ? VkAccessFlags{VK_ACCESS_TRANSFER_WRITE_BIT} : 0;
  to.dstAccessMask = after ? VK_ACCESS_SHADER_READ_BIT : VK_ACCESS_TRANSFER_WRITE_BIT;
  return to;
}

}  // namespace

Expected<void> copy_buffer(const VulkanObjects& vulkan, VkBuffer from, VkBuffer to, std::size_t bytes) {
  return run_commands(vulkan, [&](VkCommandBuffer commands) {
    const VkBufferCopy whole = {0, 0, bytes};
    vulkan.call.CmdCopyBuffer(commands, from, to, 1, &whole);
    auto barrier = of_type<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
    barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT | VK_ACCESS_HOST_READ_BIT;
    vulkan.call.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
                                   VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                                   &barrier, 0, nullptr, 0, nullptr);
  });
}

Expected<std::span<std::uint32_t>> HostBuffer::to_write(const VulkanObjects& vulkan, std::size_t count) {
  constexpr std::size_t least = 64;  // Vulkan allows no empty buffer
  const std::size_t bytes = count * sizeof(std::uint32_t);
  if (bytes > capacity_ || capacity_ == 0)
    BINDPOSE_CHECK(grow(vulkan, std::bit_ceil(std::max(bytes, least))));
  is_lent_ = false;
  return std::span(mapped_, count);
}

Expected<void> HostBuffer::fill(const VulkanObjects& vulkan, const void* data, std::size_t bytes) {
  constexpr std::size_t word = sizeof(std::uint32_t);
  BINDPOSE_TRY(const auto words, to_write(vulkan, (bytes + word - 1) / word));
  if (bytes > 0) std::memcpy(words.data(), data, bytes);
  return {};
}

Expected<void> HostBuffer::grow(const VulkanObjects& vulkan, std::size_t bytes) {
  *this = HostBuffer();
  // Reading uncached memory is slow; memory of the second kind always exists.
  constexpr VkMemoryPropertyFlags seen =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  BINDPOSE_TRY(host_, placed_buffer(vulkan, bytes, {seen | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, seen}));
  void* mapped = nullptr;
  BINDPOSE_CHECK(
      check_result(vulkan.call.MapMemory(vulkan.device, host_.memory.name(), 0, VK_WHOLE_SIZE, 0, &mapped),
                   "vkMapMemory"));
  mapped_ = static_cast<std::uint32_t*>(mapped);
  capacity_ = bytes;
  return {};
}

Expected<void> HostBuffer::lend(const VulkanObjects& vulkan) {
  if (capacity_ == 0) return {};
  if (lent_.buffer.name() == nullptr) {
    BINDPOSE_TRY(lent_, placed_buffer(vulkan, capacity_, {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT}));
  }
  BINDPOSE_CHECK(copy_buffer(vulkan, host_.buffer.name(), lent_.buffer.name(), capacity_));
  is_lent_ = true;
  return {};
}

Expected<void> HostBuffer::bring_back(const VulkanObjects& vulkan) {
  if (!is_lent_) return {};
  return copy_buffer(vulkan, lent_.buffer.name(), host_.buffer.name(), capacity_);
}

Expected<void> FloatTexture::make(const VulkanObjects& vulkan, std::uint32_t width, std::uint32_t height) {
  if (width == width_ && height == height_) return {};
  width_ = height_ = 0;
  auto image = of_type<VkImageCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
  image.imageType = VK_IMAGE_TYPE_2D;
  image.format = VK_FORMAT_R32G32B32A32_SFLOAT;
  image.extent = {width, height, 1};
  image.mipLevels = image.arrayLayers = 1;
  image.samples = VK_SAMPLE_COUNT_1_BIT;
  image.tiling = VK_IMAGE_TILING_OPTIMAL;
  image.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
  view_ = VulkanImageView();
  image_ = VulkanImage();
  memory_ = VulkanMemory();
  BINDPOSE_TRY(image_, created<VulkanImage>(vulkan, &GladVulkanContext::CreateImage, image, "vkCreateImage"));
  VkMemoryRequirements needs;
  vulkan.call.GetImageMemoryRequirements(vulkan.device, image_.name(), &needs);
  BINDPOSE_TRY(memory_, allocate(vulkan, needs, {VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0}));
  BINDPOSE_CHECK(check_result(vulkan.call.BindImageMemory(vulkan.device, image_.name(), memory_.name(), 0),
                              "vkBindImageMemory"));
  auto view = of_type<VkImageViewCreateInfo>(VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO);
  view.image = image_.name();
  view.viewType = VK_IMAGE_VIEW_TYPE_2D;
  view.format = image.format;
  view.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
  BINDPOSE_TRY(view_, created<VulkanImageView>(vulkan, &GladVulkanContext::CreateImageView, view,
                                               "vkCreateImageView"));
  const auto sampler = of_type<VkSamplerCreateInfo>(VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO);
  if (sampler_.name() == nullptr) {
    BINDPOSE_TRY(sampler_, created<VulkanSampler>(vulkan, &GladVulkanContext::CreateSampler, sampler,
                                                  "vkCreateSampler"));
  }
  width_ = width, height_ = height;
  return {};
}

Expected<void> FloatTexture::fill(const VulkanObjects& vulkan, const std::vector<float>& numbers,
                                  std::uint32_t width, std::uint32_t height) {
  BINDPOSE_CHECK(make(vulkan, width, height));
  BINDPOSE_TRY(const auto texels, staging_.to_write(vulkan, std::size_t{4} * width * height));
  std::ranges::transform(numbers, texels.begin(), std::bit_cast<std::uint32_t, float>);
  std::ranges::fill(texels.subspan(numbers.size()),
                    std::bit_cast<std::uint32_t>(std::numeric_limits<float>::quiet_NaN()));
  VkBufferImageCopy copy = {};
  copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  copy.imageExtent = {width, height, 1};
  return run_commands(vulkan, [&](VkCommandBuffer commands) {
    const VkImageMemoryBarrier before = barrier(image_.name(), false), after = barrier(image_.name(), true);
    vulkan.call.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT,
                                   VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, nullptr, 0, nullptr, 1, &before);
    vulkan.call.CmdCopyBufferToImage(commands, staging_.name(), image_.name(),
                                     VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &copy);
    vulkan.call.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
                                   VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 0, nullptr, 0, nullptr, 1, &after);
  });
}

VkDescriptorImageInfo FloatTexture::info() const {
  return {sampler_.name(), view_.name(), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
}

}  // namespace bindpose::gpu
