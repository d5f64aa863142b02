// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an algorithm run on a Vulkan device, question in, answer out: gpu::Skinner's counterpart.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "gpu/capture/skinner.h"
#include "gpu/vulkan/device.h"

namespace bindpose::gpu {

class PlanRunner;

/// Runs questions on one device. Programs are compiled once a variant, buffers kept between runs.
class VulkanSkinner {
 public:
  explicit VulkanSkinner(VulkanDevice& device);  ///< the device must outlive it
  ~VulkanSkinner();
  VulkanSkinner(const VulkanSkinner&) = delete;
  VulkanSkinner& operator=(const VulkanSkinner&) = delete;

  /// Whether joints can be delivered, and vertices stored, drawn and captured so through Vulkan: joints in blocks, vertices in each way of
  /// storage, drawn and captured in the first way.
  static bool delivers(const Variant& variant);
  /// Why others are not, in words.
  static const char* const undelivered;
  /// Vertices are stored in other ways, too.
  static constexpr bool has_paths = true;

  /// As Skinner::run(), with VULKAN_ERROR in the place of GL_ERROR, and DEVICE_LOST: of a lost device nothing can be
  /// asked any more.
  Expected<ArraySet> run(const Algorithm& algorithm, const ArraySet& question, const Options& options,
                         const Variant& variant);

  /// The GLSL that run() would compile, for reading.
  Expected<std::string> shader_source(const Algorithm& algorithm, const ArraySet& question,
                                      const Options& options, const Variant& variant) const;

  /// As of Skinner: what the last run() took from the first byte that was sent to the last that was read back and checked.
  double seconds_on_device() const;
  /// What one of the repeats took that the last run() was asked for, on data in the device's own memory.
  const Computed& computed() const;

  /// Programs compiled so far.
  std::size_t program_count() const;

  TestHooks hooks;

 private:
  VulkanDevice& device_;
  std::unique_ptr<PlanRunner> runner_;
};

}  // namespace bindpose::gpu
