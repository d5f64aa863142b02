// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: expressions in GLSL as a Vulkan device computes them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gpu/device/probe.h"
#include "gpu/vulkan/device.h"

namespace bindpose::gpu {

class PlanRunner;

/// In the stage that skins: by transform feedback where the device has it, else by compute shaders, which have no vertex attributes. Errors of the API: VULKAN_ERROR, DEVICE_LOST, INVALID_OUTPUT.
class VulkanProbe : public Probe {
 public:
  explicit VulkanProbe(VulkanDevice& device);  ///< which must outlive it
  ~VulkanProbe() override;

  bool has_precise() const override { return true; }
  Expected<std::vector<float>> run(const std::string& glsl, const std::vector<ProbeRow>& rows) override;
  std::span<const StoredForm> forms() const override;
  Expected<std::vector<float>> read_attribute(const StoredForm& form) override;
  std::span<const Decoding> ways_to_decode() const override { return decodings(); }
  Expected<std::vector<float>> decode(const Decoding& way) override;

 private:
  VulkanDevice& device_;
  std::unique_ptr<PlanRunner> runner_;
};

}  // namespace bindpose::gpu
