// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: buffers and textures of a Vulkan device, filled by the host. Internal.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/vulkan/handle.h"

namespace bindpose::gpu {

/// A buffer and its memory, which is freed after it.
struct PlacedBuffer {
  VulkanMemory memory;
  VulkanBuffer buffer;
};

/// A buffer that the host can access; grows in powers of two and is reused.
class HostBuffer {
 public:
  /// Stores these bytes from offset 0 on. Errors VULKAN_ERROR.
  Expected<void> fill(const VulkanObjects& vulkan, const void* data, std::size_t bytes);
  /// Its first `count` words, for writing. Errors VULKAN_ERROR.
  Expected<std::span<std::uint32_t>> to_write(const VulkanObjects& vulkan, std::size_t count);
  /// The buffer that commands use.
  VkBuffer name() const { return is_lent_ ? lent_.buffer.name() : host_.buffer.name(); }
  /// The contents; count: at most the number of words written.
  std::span<const std::uint32_t> words(std::size_t count) const { return {mapped_, count}; }

  /// Copies the contents into the device's own memory, which commands use until the next fill().
  /// Errors VULKAN_ERROR, DEVICE_LOST.
  Expected<void> lend(const VulkanObjects& vulkan);
  /// Copies the contents back after commands have changed them. Errors as of lend().
  Expected<void> bring_back(const VulkanObjects& vulkan);

 private:
  Expected<void> grow(const VulkanObjects& vulkan, std::size_t bytes);

  PlacedBuffer host_;
  std::uint32_t* mapped_ = nullptr;
  std::size_t capacity_ = 0;
  PlacedBuffer lent_;
  bool is_lent_ = false;
};

/// Copies a whole buffer into another of at least its size. Errors VULKAN_ERROR, DEVICE_LOST.
Expected<void> copy_buffer(const VulkanObjects& vulkan, VkBuffer from, VkBuffer to, std::size_t bytes);

/// A texture with four float32 per texel, for texelFetch.
class FloatTexture {
 public:
  /// numbers: [at most width * height * 4]; fills the rest with NaN. Errors VULKAN_ERROR, DEVICE_LOST.
  Expected<void> fill(const VulkanObjects& vulkan, const std::vector<float>& numbers, std::uint32_t width,
                      std::uint32_t height);
  /// For a descriptor.
  VkDescriptorImageInfo info() const;

 private:
  /// Does nothing if the image is large enough: the first texels of a new image also allocate its pages, which
  /// takes longer than the copy.
  Expected<void> make(const VulkanObjects& vulkan, std::uint32_t width, std::uint32_t height);

  HostBuffer staging_;
  std::uint32_t width_ = 0, height_ = 0;
  VulkanMemory memory_;
  VulkanImage image_;
  VulkanImageView view_;
  VulkanSampler sampler_;
};

}  // namespace bindpose::gpu
