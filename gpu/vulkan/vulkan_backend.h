// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: Vulkan as a backend: joints in blocks, vertices in every layout; only the first draw call and
// feedback mode.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "gpu/capture/backend.h"
#include "gpu/vulkan/capture.h"
#include "gpu/vulkan/device.h"

namespace bindpose::gpu {

class VulkanBackend : public Backend {
 public:
  explicit VulkanBackend(VulkanDevice& device) : device_(device) {}  ///< the device must outlive it

  const DeviceInfo& info() const override { return device_.info(); }
  VulkanDevice& device() const { return device_; }
  Expected<void> compile(const Plan& plan, const RunSettings& settings) override;
  Expected<void> send(Plan& plan, std::size_t rows_before) override;
  Expected<void> run_part(const Part& part, std::vector<float>& captured) override;
  std::size_t program_count() const override { return programs_.size(); }

 private:
  Expected<const VulkanProgram*> program(const RunSettings& settings, const Plan& plan,
                                         const VulkanVertexInput& input);
  Expected<void> upload_joints(const Plan& plan);
  Expected<void> upload_frames(const Plan& plan);
  Expected<void> make_query();

  VulkanDevice& device_;
  VulkanBuffers buffers_;
  std::map<std::string, VulkanProgram> programs_;  ///< by their text and vertex input
};

}  // namespace bindpose::gpu
