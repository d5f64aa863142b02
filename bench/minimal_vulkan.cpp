// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/minimal_vulkan.h"

#include <array>
#include <cstring>
#include <utility>
#include <vector>

#include "bench/minimal_mesh.h"
#include "gpu/program/shader_source.h"
#include "gpu/spirv/spirv.h"
#include "gpu/vulkan/memory.h"
#include "reference/model/try.h"

namespace bindpose::bench {

using gpu::check_result;
using gpu::created;
using gpu::of_type;

struct MinimalVulkan::State {
  const gpu::VulkanObjects& vulkan;
  std::vector<std::uint32_t> vertices;
  std::vector<float> palette, captured;
  gpu::HostBuffer vertex_buffer = {}, palette_buffer = {}, captured_buffer = {};
  gpu::VulkanSetLayout set_layout = {};
  gpu::VulkanPipelineLayout layout = {};
  gpu::VulkanDescriptors pool = {};
  VkDescriptorSet set = nullptr;  ///< goes with the pool
  gpu::VulkanPipeline pipeline = {};

  Expected<void> send();
  Expected<void> make_layout(VkDescriptorType of_palette);
  Expected<void> make_set(VkDescriptorType of_palette);
  void bind(VkDescriptorType of_palette);
  Expected<void> make_pipeline(const std::string& glsl);
  void dispatch(VkCommandBuffer commands) const;
};

Expected<void> MinimalVulkan::State::send() {
  BINDPOSE_CHECK(vertex_buffer.fill(vulkan, vertices.data(), vertices.size() * sizeof(std::uint32_t)));
  return palette_buffer.fill(vulkan, palette.data(), palette.size() * sizeof(float));
}

Expected<void> MinimalVulkan::State::make_layout(VkDescriptorType of_palette) {
  constexpr VkDescriptorType storage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  const std::array<VkDescriptorSetLayoutBinding, 3> bindings = {
      {{gpu::palette_binding, of_palette, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
       {gpu::vertices_binding, storage, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
       {gpu::captured_binding, storage, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr}}};
  auto described =
      of_type<VkDescriptorSetLayoutCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
  described.bindingCount = static_cast<std::uint32_t>(bindings.size());
  described.pBindings = bindings.data();
  BINDPOSE_TRY(set_layout,
               created<gpu::VulkanSetLayout>(vulkan, &GladVulkanContext::CreateDescriptorSetLayout, described,
                                             "vkCreateDescriptorSetLayout"));
  const VkPushConstantRange numbers = {VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof(gpu::PartNumbers)};
  const VkDescriptorSetLayout name = set_layout.name();
  auto info = of_type<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  info.setLayoutCount = 1;
  info.pSetLayouts = &name;
  info.pushConstantRangeCount = 1;
  info.pPushConstantRanges = &numbers;
  BINDPOSE_TRY(layout, created<gpu::VulkanPipelineLayout>(vulkan, &GladVulkanContext::CreatePipelineLayout,
                                                          info, "vkCreatePipelineLayout"));
  return {};
}

Expected<void> MinimalVulkan::State::make_set(VkDescriptorType of_palette) {
  // A uniform buffer for the palette, or one more storage buffer.
  const std::array<VkDescriptorPoolSize, 2> sizes = {
      {{of_palette, 1}, {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 2}}};
  auto info = of_type<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  info.maxSets = 1;
  info.poolSizeCount = static_cast<std::uint32_t>(sizes.size());
  info.pPoolSizes = sizes.data();
  BINDPOSE_TRY(pool, created<gpu::VulkanDescriptors>(vulkan, &GladVulkanContext::CreateDescriptorPool, info,
                                                     "vkCreateDescriptorPool"));
  const VkDescriptorSetLayout name = set_layout.name();
  auto wanted = of_type<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
  wanted.descriptorPool = pool.name();
  wanted.descriptorSetCount = 1;
  wanted.pSetLayouts = &name;
  return check_result(vulkan.call.AllocateDescriptorSets(vulkan.device, &wanted, &set),
                      "vkAllocateDescriptorSets");
}

/// Once: the buffers stay where they are, since as much is sent every time.
void MinimalVulkan::State::bind(VkDescriptorType of_palette) {
  const auto write = [this](std::uint32_t binding, VkDescriptorType type, const gpu::HostBuffer& buffer,
                            std::size_t bytes) {
    const VkDescriptorBufferInfo range = {buffer.name(), 0, bytes};
    auto written = of_type<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
    written.dstSet = set;
    written.dstBinding = binding;
    written.descriptorCount = 1;
    written.descriptorType = type;
    written.pBufferInfo = &range;
    vulkan.call.UpdateDescriptorSets(vulkan.device, 1, &written, 0, nullptr);
  };
  constexpr VkDescriptorType storage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  write(gpu::palette_binding, of_palette, palette_buffer, palette.size() * sizeof(float));
  write(gpu::vertices_binding, storage, vertex_buffer, vertices.size() * sizeof(std::uint32_t));
  write(gpu::captured_binding, storage, captured_buffer, captured.size() * sizeof(float));
}

Expected<void> MinimalVulkan::State::make_pipeline(const std::string& glsl) {
  BINDPOSE_TRY(const auto words, gpu::compile_spirv(gpu::ShaderStage::compute, glsl));
  auto code = of_type<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  code.codeSize = words.size() * sizeof(std::uint32_t);
  code.pCode = words.data();
  BINDPOSE_TRY(const auto module, created<gpu::VulkanModule>(vulkan, &GladVulkanContext::CreateShaderModule,
                                                             code, "vkCreateShaderModule"));
  auto info = of_type<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  info.stage = of_type<VkPipelineShaderStageCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
  info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
  info.stage.module = module.name();
  info.stage.pName = "main";
  info.layout = layout.name();
  VkPipeline name = nullptr;
  BINDPOSE_CHECK(
      check_result(vulkan.call.CreateComputePipelines(vulkan.device, nullptr, 1, &info, nullptr, &name),
                   "vkCreateComputePipelines"));
  pipeline = gpu::VulkanPipeline(vulkan, name);
  return {};
}

void MinimalVulkan::State::dispatch(VkCommandBuffer commands) const {
  const GladVulkanContext& call = vulkan.call;
  const auto count = static_cast<std::uint32_t>(captured.size() / minimal_captured_words);
  const gpu::PartNumbers numbers = {count, 0, count};
  call.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.name());
  call.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout.name(), 0, 1, &set, 0, nullptr);
  call.CmdPushConstants(commands, layout.name(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof numbers, &numbers);
  call.CmdDispatch(commands, (count + gpu::compute_group_size - 1) / gpu::compute_group_size, 1, 1);
  auto barrier = of_type<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  barrier.srcAccessMask = VK_ACCESS_SHADER_WRITE_BIT;
  barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
  call.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1,
                          &barrier, 0, nullptr, 0, nullptr);
}

MinimalVulkan::MinimalVulkan(std::unique_ptr<State> state) : state_(std::move(state)) {}
MinimalVulkan::MinimalVulkan(MinimalVulkan&&) noexcept = default;
MinimalVulkan::~MinimalVulkan() = default;

Expected<MinimalVulkan> MinimalVulkan::make(gpu::VulkanDevice& device, gpu::PaletteDelivery delivery,
                                            const ArraySet& arrays, const std::string& shader) {
  auto state = std::make_unique<State>(State{device.objects(), minimal_vertices(arrays), {}, {}});
  const auto& rows = arrays.find("palette")->reals();
  for (const double number : rows)
    state->palette.push_back(static_cast<float>(number));
  state->captured.resize(minimal_captured_words * arrays.find("positions")->shape[0]);
  BINDPOSE_CHECK(state->send());
  BINDPOSE_CHECK(state->captured_buffer.fill(state->vulkan, state->captured.data(),
                                             state->captured.size() * sizeof(float)));
  const VkDescriptorType of_palette = delivery == gpu::PaletteDelivery::ssbo
                                          ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER
                                          : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
  BINDPOSE_CHECK(state->make_layout(of_palette));
  BINDPOSE_CHECK(state->make_set(of_palette));
  state->bind(of_palette);
  BINDPOSE_CHECK(state->make_pipeline(
      shader.empty() ? minimal_compute_shader(gpu::Api::vulkan, delivery, state->palette.size() / 4)
                     : shader));
  return MinimalVulkan(std::move(state));
}

Expected<void> MinimalVulkan::run() {
  BINDPOSE_CHECK(state_->send());
  BINDPOSE_CHECK(
      gpu::run_commands(state_->vulkan, [this](VkCommandBuffer commands) { state_->dispatch(commands); }));
  const auto words = state_->captured_buffer.words(state_->captured.size());
  std::memcpy(state_->captured.data(), words.data(), words.size_bytes());
  return {};
}

ArraySet MinimalVulkan::answer() const {
  return minimal_answer(state_->captured);
}

}  // namespace bindpose::bench
