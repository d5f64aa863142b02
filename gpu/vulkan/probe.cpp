// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/vulkan/probe.h"

#include "gpu/capture/probe_plan.h"
#include "gpu/vulkan/handle.h"
#include "gpu/vulkan/plan_runner.h"

namespace bindpose::gpu {

VulkanProbe::VulkanProbe(VulkanDevice& device)
    : device_(device), runner_(std::make_unique<PlanRunner>(device)) {}
VulkanProbe::~VulkanProbe() = default;

Expected<std::vector<float>> VulkanProbe::run(const std::string& glsl, const std::vector<ProbeRow>& rows) {
  const std::string body = probe_body(glsl);
  return runner_->run(probe_plan(body, rows, !device_.objects().feedback), {});
}

}  // namespace bindpose::gpu
