// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/vulkan/probe.h"

#include <bit>
#include <cstdint>

#include "gpu/vulkan/handle.h"
#include "gpu/vulkan/plan_runner.h"

namespace bindpose::gpu {
namespace {

/// A mesh whose vertices have the rows as inputs, and whose body is the expression.
Plan plan_of(const std::string& body, const std::vector<ProbeRow>& rows) {
  Plan plan;
  VertexLayout& layout = plan.data.layout;
  layout.joints = JointUse::none;
  for (const char* name : {"a", "b", "c"})
    layout.fields.push_back({name, VertexField::Type::real, InputKind::vertex, 4, 1, 4, layout.words()});
  layout.outputs = {{"y", 1}};
  plan.data.vertex_count = rows.size();
  for (const ProbeRow& row : rows) {
    plan.data.words.insert(plan.data.words.end(), layout.normal_at(), 0);  // no position
    for (const float x : row)
      plan.data.words.push_back(std::bit_cast<std::uint32_t>(x));
  }
  plan.spec.api = Api::vulkan;
  plan.spec.layout = layout;
  plan.spec.body = body;
  plan.spec.palette = false;
  plan.spec.joint_rows = 0;
  return plan;
}

}  // namespace

VulkanProbe::VulkanProbe(VulkanDevice& device)
    : device_(device), runner_(std::make_unique<PlanRunner>(device)) {}
VulkanProbe::~VulkanProbe() = default;

Expected<std::vector<float>> VulkanProbe::run(const std::string& glsl, const std::vector<ProbeRow>& rows) {
  const std::string body =
      "Surface skin(Surface rest) {\n  float y;\n  " + glsl + "\n  y_out = y;\n  return rest;\n}\n";
  Plan plan = plan_of(body, rows);
  plan.compute = !device_.objects().feedback;
  return runner_->run(std::move(plan), {});
}

Expected<std::vector<float>> VulkanProbe::read_attribute(const StoredForm& form) {
  return fail("NOT_SUPPORTED", form.name, "is not asked for through Vulkan");
}

}  // namespace bindpose::gpu
