// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/vulkan/capture.h"

#include <algorithm>
#include <functional>

#include "gpu/capture/guard.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

/// The written range of the capture buffer.
VkDescriptorBufferInfo captured_range(const VulkanJob& job) {
  return {job.buffers.captured.name(), job.range.guard * word_bytes,
          job.part.range_vertices() * job.part.record() * word_bytes};
}

VkDescriptorBufferInfo buffer_at(const VulkanJob& job, std::uint32_t number) {
  if (number == captured_binding) return captured_range(job);
  const VulkanBuffers& buffers = job.buffers;
  if (number == vertices_binding) return {buffers.vertices[0].name(), 0, job.vertices[0].size()};
  const VertexData& data = job.plan.data;
  if (number == palette_binding) return {buffers.joints.name(), 0, data.joint_records.size() * sizeof(float)};
  constexpr std::size_t least = 16;  // Vulkan allows no empty range
  if (number == frames_binding)
    return {buffers.frames.name(), 0, std::max(data.frame_records.size() * sizeof(float), least)};
  return {buffers.uniforms.name(), 0, uniform_block(data.uniforms).size() * sizeof(float)};
}

void bind(const VulkanJob& job) {
  const VkDescriptorImageInfo texture = job.buffers.frame_texture.info();
  for (const VulkanBinding& binding : bindings_of(job.plan)) {
    const VkDescriptorBufferInfo buffer = buffer_at(job, binding.number);
    auto written = of_type<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
    written.dstSet = job.program.set;
    written.dstBinding = binding.number;
    written.descriptorCount = 1;
    written.descriptorType = binding.type;
    written.pBufferInfo = &buffer;
    written.pImageInfo = &texture;
    job.vulkan.call.UpdateDescriptorSets(job.vulkan.device, 1, &written, 0, nullptr);
  }
}

void use_program(const VulkanJob& job, VkCommandBuffer commands, VkPipelineBindPoint point) {
  const GladVulkanContext& call = job.vulkan.call;
  const VulkanProgram& program = job.program;
  const PartNumbers numbers = numbers_of(job.part);
  call.CmdBindPipeline(commands, point, program.pipeline.name());
  if (program.set != nullptr)
    call.CmdBindDescriptorSets(commands, point, program.layout.name(), 0, 1, &program.set, 0, nullptr);
  const VkShaderStageFlags stage =
      point == VK_PIPELINE_BIND_POINT_COMPUTE ? VK_SHADER_STAGE_COMPUTE_BIT : VK_SHADER_STAGE_VERTEX_BIT;
  call.CmdPushConstants(commands, program.layout.name(), stage, 0, sizeof numbers, &numbers);
}

/// A barrier that allows reading the written memory, or writing it again.
void hand_over(const VulkanJob& job, VkCommandBuffer commands, VkPipelineStageFlags stage,
               VkAccessFlags access) {
  auto barrier = of_type<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  barrier.srcAccessMask = access;
  barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT | access;
  job.vulkan.call.CmdPipelineBarrier(commands, stage,
                                     VK_PIPELINE_STAGE_HOST_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT | stage, 0,
                                     1, &barrier, 0, nullptr, 0, nullptr);
}

/// Runs the commands, and repeats all of them as often as the job requests.
Expected<void> run(const VulkanJob& job, const std::function<void(VkCommandBuffer)>& record) {
  BINDPOSE_CHECK(run_commands(job.vulkan, record));
  return job.part.repeats.add([&] {
    return run_commands(job.vulkan, [&](VkCommandBuffer commands) {
      for (std::size_t turn = 0; turn < job.part.repeats.count; ++turn)
        record(commands);
    });
  });
}

Expected<void> compute(const VulkanJob& job) {
  return run(job, [&job](VkCommandBuffer commands) {
    use_program(job, commands, VK_PIPELINE_BIND_POINT_COMPUTE);
    job.vulkan.call.CmdDispatch(commands, static_cast<std::uint32_t>(groups_of(job.part)), 1, 1);
    hand_over(job, commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT);
  });
}

void draw(const VulkanJob& job, VkCommandBuffer commands) {
  const GladVulkanContext& call = job.vulkan.call;
  const VkQueryPool written = job.buffers.written.name();
  const VkDescriptorBufferInfo range = captured_range(job);
  constexpr VkDeviceSize start = 0;
  use_program(job, commands, VK_PIPELINE_BIND_POINT_GRAPHICS);
  for (std::uint32_t b = 0; b < job.vertices.size(); ++b) {
    const VkBuffer vertices = job.buffers.vertices[b].name();
    call.CmdBindVertexBuffers(commands, b, 1, &vertices, &start);
  }
  call.CmdBindTransformFeedbackBuffersEXT(commands, 0, 1, &range.buffer, &range.offset, &range.range);
  call.CmdBeginQuery(commands, written, 0, 0);
  call.CmdBeginTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
  call.CmdDraw(commands, static_cast<std::uint32_t>(job.part.drawn()), 1, 0, 0);
  call.CmdEndTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
  call.CmdEndQuery(commands, written, 0);
}

Expected<void> feed_back(const VulkanJob& job) {
  const GladVulkanContext& call = job.vulkan.call;
  auto pass = of_type<VkRenderPassBeginInfo>(VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO);
  pass.renderPass = job.program.render_pass.name();
  pass.framebuffer = job.program.framebuffer.name();
  pass.renderArea.extent = {1, 1};
  BINDPOSE_CHECK(run(job, [&](VkCommandBuffer commands) {
    call.CmdResetQueryPool(commands, job.buffers.written.name(), 0, 1);
    call.CmdBeginRenderPass(commands, &pass, VK_SUBPASS_CONTENTS_INLINE);
    draw(job, commands);
    call.CmdEndRenderPass(commands);
    hand_over(job, commands, VK_PIPELINE_STAGE_TRANSFORM_FEEDBACK_BIT_EXT,
              VK_ACCESS_TRANSFORM_FEEDBACK_WRITE_BIT_EXT);
  }));
  struct {
    std::uint64_t written, needed;
  } count = {};
  BINDPOSE_CHECK(check_result(
      call.GetQueryPoolResults(job.vulkan.device, job.buffers.written.name(), 0, 1, sizeof count, &count,
                               sizeof count, VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
      "vkGetQueryPoolResults"));
  return check_count(count.written, job.part.count, "VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT");
}

/// The timed data are in the device's own memory.
Expected<void> lend_all(const VulkanJob& job) {
  VulkanBuffers& buffers = job.buffers;
  for (HostBuffer& vertices : buffers.vertices)
    BINDPOSE_CHECK(vertices.lend(job.vulkan));
  for (HostBuffer* const each : {&buffers.captured, &buffers.joints, &buffers.frames, &buffers.uniforms})
    BINDPOSE_CHECK(each->lend(job.vulkan));
  return {};
}

}  // namespace

Expected<void> capture_part(const VulkanJob& job, std::vector<float>& captured) {
  std::vector<HostBuffer>& vertices = job.buffers.vertices;
  if (vertices.size() < job.vertices.size()) vertices.resize(job.vertices.size());
  for (std::size_t b = 0; b < job.vertices.size(); ++b)
    BINDPOSE_CHECK(vertices[b].fill(job.vulkan, job.vertices[b].data(), job.vertices[b].size()));
  BINDPOSE_TRY(const auto words, job.buffers.captured.to_write(job.vulkan, job.range.size()));
  std::ranges::fill(words, poison_word);
  if (job.part.repeats.count > 0) BINDPOSE_CHECK(lend_all(job));
  bind(job);
  BINDPOSE_CHECK(job.plan.compute ? compute(job) : feed_back(job));
  BINDPOSE_CHECK(job.buffers.captured.bring_back(job.vulkan));
  return take_range(job.buffers.captured.words(job.range.size()), job.range, job.part.record(), captured);
}

}  // namespace bindpose::gpu
