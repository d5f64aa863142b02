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

std::span<const StoredForm> VulkanProbe::forms() const {
  return device_.objects().feedback ? stored_forms() : std::span<const StoredForm>();
}

Expected<std::vector<float>> VulkanProbe::read_attribute(const StoredForm& form) {
  const std::string body = probe_body("y = a;");
  return runner_->run(attribute_plan(body, form), {});
}

Expected<std::vector<float>> VulkanProbe::decode(const Decoding& way) {
  const std::string body = decoding_body(way);
  return runner_->run(decoding_plan(body, way, !device_.objects().feedback), {});
}

}  // namespace bindpose::gpu
