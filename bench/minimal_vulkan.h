// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: MinimalCapture's counterpart of Vulkan's compute shaders.
#pragma once

#include <memory>
#include <string>

#include "gpu/program/palette_delivery.h"
#include "gpu/vulkan/device.h"
#include "reference/model/arrays.h"

namespace bindpose::bench {

/// One descriptor set, one pipeline, three buffers that the host sees; nothing is checked but what calls return.
class MinimalVulkan {
 public:
  /// delivery: ubo or ssbo. arrays, shader: as of MinimalCapture::make(), shader of Skinner. The device must outlive it.
  /// Errors SHADER_COMPILE, VULKAN_ERROR, DEVICE_LOST.
  static Expected<MinimalVulkan> make(gpu::VulkanDevice& device, gpu::PaletteDelivery delivery,
                                      const ArraySet& arrays, const std::string& shader = {});
  MinimalVulkan(MinimalVulkan&&) noexcept;
  ~MinimalVulkan();

  /// Sends vertices and palette, skins, and reads back. Errors VULKAN_ERROR, DEVICE_LOST.
  Expected<void> run();
  /// What came back: positions, normals, tangents.
  ArraySet answer() const;

 private:
  struct State;
  explicit MinimalVulkan(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace bindpose::bench
