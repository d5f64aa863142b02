// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/vulkan/vulkan_backend.h"

#include <algorithm>
#include <span>
#include <utility>

#include "gpu/capture/vertex_buffers.h"
#include "gpu/vulkan/limits.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

namespace {

/// The part's vertices in buffers, in the plan's storage; for a compute shader, the records unchanged.
Expected<VertexBuffers> buffers_of(const Plan& plan, const RunSettings& settings,
                                   std::span<const std::uint32_t> words) {
  if (plan.compute) return VertexBuffers{{}, {std::as_bytes(words)}};
  BINDPOSE_TRY(auto stored, store_vertices(plan.data.layout, words, plan.path.vertices, 0, plan.bits));
  for (StoredAttribute& attribute : stored.attributes)
    attribute = misread(attribute, settings.faults.path);
  return stored;
}

}  // namespace

Expected<void> VulkanBackend::compile(const Plan& plan, const RunSettings&) {
  // A program depends on the places of a part's attributes.
  return plan.compute ? Expected<void>() : check_feedback_limits(info(), plan);
}

Expected<const VulkanProgram*> VulkanBackend::program(const RunSettings& settings, const Plan& plan,
                                                      const VulkanVertexInput& input) {
  const std::string text = shader_of(plan, settings);
  std::string key = text + input.text();
  if (const auto found = programs_.find(key); found != programs_.end()) return &found->second;
  BINDPOSE_TRY(auto made, VulkanProgram::make(device_.objects(), plan, text, input));
  return &programs_.emplace(std::move(key), std::move(made)).first->second;
}

Expected<void> VulkanBackend::upload_joints(const Plan& plan) {
  if (plan.data.joint_rows == 0) return {};
  const std::vector<float>& records = plan.data.joint_records;
  return buffers_.joints.fill(device_.objects(), records.data(), records.size() * sizeof(float));
}

Expected<void> VulkanBackend::upload_frames(const Plan& plan) {
  if (plan.spec.frame_fields.empty()) return {};
  const std::vector<float>& records = plan.data.frame_records;
  if (plan.spec.frames_in_ssbo)
    return buffers_.frames.fill(device_.objects(), records.data(), records.size() * sizeof(float));
  const std::size_t height = std::max<std::size_t>(frame_texture_height(plan.data), 1);
  return buffers_.frame_texture.fill(device_.objects(), records, frame_texture_width,
                                     static_cast<std::uint32_t>(height));
}

Expected<void> VulkanBackend::make_query() {
  if (buffers_.written.name() != nullptr) return {};
  auto info = of_type<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
  info.queryType = VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT;
  info.queryCount = 1;
  BINDPOSE_TRY(buffers_.written,
               created<VulkanQueries>(device_.objects(), &GladVulkanContext::CreateQueryPool, info,
                                      "vkCreateQueryPool"));
  return {};
}

Expected<void> VulkanBackend::send(Plan& plan, std::size_t) {
  BINDPOSE_CHECK(upload_joints(plan));
  BINDPOSE_CHECK(upload_frames(plan));
  const std::vector<float> uniforms = uniform_block(plan.data.uniforms);
  BINDPOSE_CHECK(buffers_.uniforms.fill(device_.objects(), uniforms.data(), uniforms.size() * sizeof(float)));
  return plan.compute ? Expected<void>() : make_query();
}

Expected<void> VulkanBackend::run_part(const Part& part, std::vector<float>& captured) {
  const Plan& plan = part.plan;
  BINDPOSE_TRY(const auto stored, buffers_of(plan, part.settings, part.words()));
  const VulkanVertexInput input = vertex_input(stored.attributes);
  BINDPOSE_CHECK(check_vertex_input(device_.objects(), info(), input));
  BINDPOSE_TRY(const VulkanProgram* const used, program(part.settings, plan, input));
  const VulkanJob job{.vulkan = device_.objects(),
                      .buffers = buffers_,
                      .program = *used,
                      .plan = plan,
                      .part = part,
                      .range = part.range(info()),
                      .vertices = stored.bytes};
  return capture_part(job, captured);
}

std::unique_ptr<Backend> vulkan_backend(VulkanDevice& device) {
  return std::make_unique<VulkanBackend>(device);
}

}  // namespace bindpose::gpu
