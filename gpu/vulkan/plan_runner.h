// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: plans run on one Vulkan device, its programs compiled once, its buffers kept between runs. Internal.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "gpu/capture/plan.h"
#include "gpu/vulkan/capture.h"
#include "gpu/vulkan/device.h"

namespace bindpose::gpu {

class PlanRunner {
 public:
  explicit PlanRunner(VulkanDevice& device) : device_(device) {}  ///< the device must outlive it

  /// The captured records of the plan's vertices. Errors NOT_APPLICABLE, NOT_SUPPORTED of the way in which they are stored, SHADER_COMPILE, VULKAN_ERROR, DEVICE_LOST, INVALID_OUTPUT.
  Expected<std::vector<float>> run(Plan plan, const TestHooks& hooks);

  std::size_t program_count() const { return programs_.size(); }
  /// Of the last run() with repeats (TestHooks).
  const Computed& computed() const { return computed_; }
  /// As VulkanSkinner::seconds_on_device().
  double seconds_on_device() const { return seconds_on_device_; }

 private:
  Expected<const VulkanProgram*> program(const TestHooks& hooks, const Plan& plan,
                                         const VulkanVertexInput& input);
  /// Of a part: `first` vertices stand before it.
  Expected<void> run_part(const Plan& plan, const TestHooks& hooks, Repeats& repeats, std::size_t first,
                          std::size_t count, std::vector<float>& captured);
  Expected<void> upload_joints(Plan& plan);
  Expected<void> upload_frames(const Plan& plan);
  Expected<void> make_query();

  VulkanDevice& device_;
  VulkanBuffers buffers_;
  Computed computed_;
  double seconds_on_device_ = 0;
  std::map<std::string, VulkanProgram> programs_;  ///< by their text and how they read vertices
};

}  // namespace bindpose::gpu
