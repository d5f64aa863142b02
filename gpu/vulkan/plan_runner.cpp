// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/vulkan/plan_runner.h"

#include <algorithm>
#include <span>
#include <utility>

#include "gpu/capture/vertex_buffers.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

namespace {

/// The part's vertices in buffers: those that the plan's way of storage makes, or for a compute shader the records as they are.
Expected<VertexBuffers> buffers_of(const Plan& plan, const TestHooks& hooks,
                                   std::span<const std::uint32_t> words) {
  if (plan.compute) return VertexBuffers{{}, {std::as_bytes(words)}};
  BINDPOSE_TRY(auto stored, store_vertices(plan.data.layout, words, plan.path.vertices, 0, plan.bits));
  for (StoredAttribute& attribute : stored.attributes)
    attribute = misread(attribute, hooks.fault);
  return stored;
}

}  // namespace

Expected<const VulkanProgram*> PlanRunner::program(const TestHooks& hooks, const Plan& plan,
                                                   const VulkanVertexInput& input) {
  std::string text = plan.compute ? compute_shader(plan.spec) : vertex_shader(plan.spec);
  if (hooks.edit) text = hooks.edit(std::move(text));
  std::string key = text + input.text();
  if (const auto found = programs_.find(key); found != programs_.end()) return &found->second;
  BINDPOSE_TRY(auto made, VulkanProgram::make(device_.objects(), plan, text, input));
  return &programs_.emplace(std::move(key), std::move(made)).first->second;
}

Expected<void> PlanRunner::upload_joints(Plan& plan) {
  if (plan.data.joint_rows == 0) return {};
  fill_joint_rows(plan);
  const std::vector<float>& records = plan.data.joint_records;
  return buffers_.joints.fill(device_.objects(), records.data(), records.size() * sizeof(float));
}

Expected<void> PlanRunner::upload_frames(const Plan& plan) {
  if (plan.spec.frame_fields.empty()) return {};
  const std::vector<float>& records = plan.data.frame_records;
  if (plan.spec.frames_in_ssbo)
    return buffers_.frames.fill(device_.objects(), records.data(), records.size() * sizeof(float));
  const std::size_t height = std::max<std::size_t>(frame_texture_height(plan.data), 1);
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

Expected<void> PlanRunner::run_part(const Plan& plan, const TestHooks& hooks, Repeats& repeats,
                                    std::size_t first, std::size_t count, std::vector<float>& captured) {
  const std::size_t record = plan.data.layout.record_words();
  const auto words = std::span(plan.data.words).subspan(first * record, count * record);
  BINDPOSE_TRY(const auto stored, buffers_of(plan, hooks, words));
  const VulkanVertexInput input = vertex_input(stored.attributes);
  BINDPOSE_CHECK(check_vertex_input(device_.objects(), device_.info(), input));
  BINDPOSE_TRY(const VulkanProgram* const used, program(hooks, plan, input));
  const auto shifted = [count](int by) {
    return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(count) + by);
  };
  const VulkanJob job{
      device_.objects(),
      buffers_,
      *used,
      plan,
      static_cast<std::size_t>(device_.info().limit("SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT")),
      stored.bytes,
      first,
      count,
      shifted(hooks.extra_drawn),
      shifted(hooks.extra_range),
      repeats};
  return capture_part(job, captured);
}

Expected<std::vector<float>> PlanRunner::run(Plan plan, const TestHooks& hooks) {
  const double start = hooks.seconds();
  BINDPOSE_CHECK(upload_joints(plan));
  BINDPOSE_CHECK(upload_frames(plan));
  const std::vector<float> uniforms = uniform_block(plan.data.uniforms);
  BINDPOSE_CHECK(buffers_.uniforms.fill(device_.objects(), uniforms.data(), uniforms.size() * sizeof(float)));
  if (!plan.compute) BINDPOSE_CHECK(make_query());

  const std::size_t vertex_count = plan.data.vertex_count;
  std::vector<float> captured;
  captured.reserve(vertex_count * plan.data.layout.captured_words());
  Repeats repeats{hooks.repeats, hooks.seconds, hooks.least_seconds};
  const std::size_t part = part_size(device_.info(), plan, hooks);
  for (std::size_t first = 0; first < vertex_count; first += part)
    BINDPOSE_CHECK(run_part(plan, hooks, repeats, first, std::min(part, vertex_count - first), captured));
  computed_ = {repeats.seconds, bytes_computed(plan)};
  seconds_on_device_ = hooks.seconds() - start;
  return captured;
}

}  // namespace bindpose::gpu
