// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/vulkan/plan_runner.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "reference/model/try.h"

namespace bindpose::gpu {

Expected<const VulkanProgram*> PlanRunner::program(const TestHooks& hooks, const Plan& plan) {
  std::string text = plan.compute ? compute_shader(plan.spec) : vertex_shader(plan.spec);
  if (hooks.edit) text = hooks.edit(std::move(text));
  if (const auto found = programs_.find(text); found != programs_.end()) return &found->second;
  BINDPOSE_TRY(auto made, VulkanProgram::make(device_.objects(), plan, text));
  return &programs_.emplace(std::move(text), std::move(made)).first->second;
}

Expected<void> PlanRunner::upload_joints(Plan& plan) {
  if (plan.data.joint_rows == 0) return {};
  fill_joint_rows(plan);
  const std::vector<float>& records = plan.data.joint_records;
  return buffers_.joints.fill(device_.objects(), records.data(), records.size() * sizeof(float));
}

// The last row of texels is filled with NaN.
Expected<void> PlanRunner::upload_frames(const Plan& plan) {
  if (plan.spec.frame_fields.empty()) return {};
  std::vector<float> records = plan.data.frame_records;
  if (plan.spec.frames_in_ssbo)
    return buffers_.frames.fill(device_.objects(), records.data(), records.size() * sizeof(float));
  const std::size_t height = std::max<std::size_t>(frame_texture_height(plan.data), 1);
  records.resize(height * frame_texture_width * 4, std::numeric_limits<float>::quiet_NaN());
  return buffers_.frame_texture.fill(device_.objects(), records, frame_texture_width,
                                     static_cast<std::uint32_t>(height));
}

Expected<void> PlanRunner::make_query() {
  if (buffers_.written.name() != nullptr) return {};
  auto info = of_type<VkQueryPoolCreateInfo>(VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
  info.queryType = VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT;
  info.queryCount = 1;
  BINDPOSE_TRY(buffers_.written,
               created<VulkanQueries>(device_.objects(), &GladVulkanContext::CreateQueryPool, info,
                                      "vkCreateQueryPool"));
  return {};
}

Expected<std::vector<float>> PlanRunner::run(Plan plan, const TestHooks& hooks) {
  BINDPOSE_TRY(const VulkanProgram* const used, program(hooks, plan));
  BINDPOSE_CHECK(upload_joints(plan));
  BINDPOSE_CHECK(upload_frames(plan));
  const std::vector<float> uniforms = uniform_block(plan.data.uniforms);
  BINDPOSE_CHECK(buffers_.uniforms.fill(device_.objects(), uniforms.data(), uniforms.size() * sizeof(float)));
  if (!plan.compute) BINDPOSE_CHECK(make_query());

  const VertexLayout& layout = plan.data.layout;
  const std::size_t vertex_count = plan.data.vertex_count;
  const auto alignment =
      static_cast<std::size_t>(device_.info().limit("SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT"));
  std::vector<float> captured;
  captured.reserve(vertex_count * layout.captured_words());
  const std::size_t part = part_size(device_.info(), plan, hooks);
  for (std::size_t first = 0; first < vertex_count; first += part) {
    const std::size_t count = std::min(part, vertex_count - first);
    const auto shifted = [count](int by) {
      return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(count) + by);
    };
    const VulkanJob job{device_.objects(),
                        buffers_,
                        *used,
                        plan,
                        alignment,
                        std::span(plan.data.words).subspan(first * layout.words(), count * layout.words()),
                        first,
                        count,
                        shifted(hooks.extra_drawn),
                        shifted(hooks.extra_range)};
    BINDPOSE_CHECK(capture_part(job, captured));
  }
  return captured;
}

}  // namespace bindpose::gpu
