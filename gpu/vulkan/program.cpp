// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/vulkan/program.h"

#include "gpu/program/shader_source.h"
#include "gpu/spirv/spirv.h"

namespace bindpose::gpu {
std::vector<VulkanBinding> bindings_of(const Plan& plan) {
  const ShaderSpec& spec = plan.spec;
  constexpr VkDescriptorType uniform = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                             storage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
  std::vector<VulkanBinding> bindings;
  if (spec.joint_rows > 0)
    bindings.push_back({palette_binding, spec.joint_binding == PaletteBinding::ssbo ? storage : uniform});
  if (plan.compute)
    bindings.insert(bindings.end(), {{vertices_binding, storage}, {captured_binding, storage}});
  if (!spec.frame_fields.empty() && spec.frames_in_ssbo) bindings.push_back({frames_binding, storage});
  if (!spec.frame_fields.empty() && !spec.frames_in_ssbo)
    bindings.push_back({frame_texture_binding, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER});
  if (!spec.uniforms.empty()) bindings.push_back({uniforms_binding, uniform});
  return bindings;
}

Expected<VulkanProgram> VulkanProgram::make(const VulkanObjects& vulkan, const Plan& plan,
                                            const std::string& glsl, const VulkanVertexInput& input) {
  BINDPOSE_TRY(const auto words,
               compile_spirv(plan.compute ? ShaderStage::compute : ShaderStage::vertex, glsl));
  auto info = of_type<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
  info.codeSize = words.size() * sizeof(std::uint32_t);
  info.pCode = words.data();
  BINDPOSE_TRY(const auto module, created<VulkanModule>(vulkan, &GladVulkanContext::CreateShaderModule, info,
                                                        "vkCreateShaderModule"));
  auto stage = of_type<VkPipelineShaderStageCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
  stage.stage = plan.compute ? VK_SHADER_STAGE_COMPUTE_BIT : VK_SHADER_STAGE_VERTEX_BIT;
  stage.module = module.name();
  stage.pName = "main";
  const std::vector<VulkanBinding> bindings = bindings_of(plan);
  VulkanProgram program;
  BINDPOSE_CHECK(program.make_layout(vulkan, bindings, stage.stage));
  BINDPOSE_CHECK(program.make_descriptors(vulkan, bindings));
  if (!plan.compute) BINDPOSE_CHECK(program.make_framebuffer(vulkan));
  BINDPOSE_CHECK(plan.from_binary ? program.make_from_cache(vulkan, stage, plan, input)
                                  : program.make_pipeline(vulkan, stage, plan, input, nullptr));
  return program;
}

Expected<void> VulkanProgram::make_pipeline(const VulkanObjects& vulkan,
                                            const VkPipelineShaderStageCreateInfo& stage, const Plan& plan,
                                            const VulkanVertexInput& input, VkPipelineCache cache) {
  return plan.compute ? make_compute(vulkan, stage, cache) : make_feedback(vulkan, stage, input, cache);
}

/// Once with an empty cache, then with a cache filled from the first one's data.
Expected<void> VulkanProgram::make_from_cache(const VulkanObjects& vulkan,
                                              const VkPipelineShaderStageCreateInfo& stage, const Plan& plan,
                                              const VulkanVertexInput& input) {
  auto info = of_type<VkPipelineCacheCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO);
  BINDPOSE_TRY(const auto empty, created<VulkanPipelineCache>(vulkan, &GladVulkanContext::CreatePipelineCache,
                                                              info, "vkCreatePipelineCache"));
  BINDPOSE_CHECK(make_pipeline(vulkan, stage, plan, input, empty.name()));
  std::size_t size = 0;
  const auto ask = [&](void* data) {
    return check_result(vulkan.call.GetPipelineCacheData(vulkan.device, empty.name(), &size, data),
                        "vkGetPipelineCacheData");
  };
  BINDPOSE_CHECK(ask(nullptr));
  std::vector<char> kept(size);
  BINDPOSE_CHECK(ask(kept.data()));
  info.initialDataSize = size;
  info.pInitialData = kept.data();
  BINDPOSE_TRY(const auto filled,
               created<VulkanPipelineCache>(vulkan, &GladVulkanContext::CreatePipelineCache, info,
                                            "vkCreatePipelineCache"));
  return make_pipeline(vulkan, stage, plan, input, filled.name());
}

Expected<void> VulkanProgram::make_layout(const VulkanObjects& vulkan,
                                          const std::vector<VulkanBinding>& bindings,
                                          VkShaderStageFlags stage) {
  std::vector<VkDescriptorSetLayoutBinding> described;
  for (const VulkanBinding& binding : bindings)
    described.push_back({binding.number, binding.type, 1, stage, nullptr});
  auto description =
      of_type<VkDescriptorSetLayoutCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
  description.bindingCount = static_cast<std::uint32_t>(described.size());
  description.pBindings = described.data();
  BINDPOSE_TRY(set_layout, created<VulkanSetLayout>(vulkan, &GladVulkanContext::CreateDescriptorSetLayout,
                                                    description, "vkCreateDescriptorSetLayout"));
  const VkPushConstantRange numbers = {stage, 0, sizeof(PartNumbers)};
  const VkDescriptorSetLayout name = set_layout.name();
  auto info = of_type<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
  info.setLayoutCount = 1;
  info.pSetLayouts = &name;
  info.pushConstantRangeCount = 1;
  info.pPushConstantRanges = &numbers;
  BINDPOSE_TRY(layout, created<VulkanPipelineLayout>(vulkan, &GladVulkanContext::CreatePipelineLayout, info,
                                                     "vkCreatePipelineLayout"));
  return {};
}

Expected<void> VulkanProgram::make_descriptors(const VulkanObjects& vulkan,
                                               const std::vector<VulkanBinding>& bindings) {
  if (bindings.empty()) return {};
  std::vector<VkDescriptorPoolSize> sizes;
  for (const VulkanBinding& binding : bindings)
    sizes.push_back({binding.type, 1});
  auto pool = of_type<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
  pool.maxSets = 1;
  pool.poolSizeCount = static_cast<std::uint32_t>(sizes.size());
  pool.pPoolSizes = sizes.data();
  BINDPOSE_TRY(descriptors, created<VulkanDescriptors>(vulkan, &GladVulkanContext::CreateDescriptorPool, pool,
                                                       "vkCreateDescriptorPool"));
  const VkDescriptorSetLayout name = set_layout.name();
  auto info = of_type<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
  info.descriptorPool = descriptors.name();
  info.descriptorSetCount = 1;
  info.pSetLayouts = &name;
  return check_result(vulkan.call.AllocateDescriptorSets(vulkan.device, &info, &set),
                      "vkAllocateDescriptorSets");
}

Expected<void> VulkanProgram::make_compute(const VulkanObjects& vulkan,
                                           const VkPipelineShaderStageCreateInfo& stage,
                                           VkPipelineCache cache) {
  auto info = of_type<VkComputePipelineCreateInfo>(VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
  info.stage = stage;
  info.layout = layout.name();
  VkPipeline name = nullptr;
  BINDPOSE_CHECK(
      check_result(vulkan.call.CreateComputePipelines(vulkan.device, cache, 1, &info, nullptr, &name),
                   "vkCreateComputePipelines"));
  pipeline = VulkanPipeline(vulkan, name);
  return {};
}

// Nothing is rasterised, but draw calls need a render pass: this one has no attachments and one pixel.
Expected<void> VulkanProgram::make_framebuffer(const VulkanObjects& vulkan) {
  VkSubpassDescription subpass = {};
  subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
  auto pass = of_type<VkRenderPassCreateInfo>(VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO);
  pass.subpassCount = 1;
  pass.pSubpasses = &subpass;
  BINDPOSE_TRY(render_pass, created<VulkanRenderPass>(vulkan, &GladVulkanContext::CreateRenderPass, pass,
                                                      "vkCreateRenderPass"));
  auto info = of_type<VkFramebufferCreateInfo>(VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO);
  info.renderPass = render_pass.name();
  info.width = info.height = info.layers = 1;
  BINDPOSE_TRY(framebuffer, created<VulkanFramebuffer>(vulkan, &GladVulkanContext::CreateFramebuffer, info,
                                                       "vkCreateFramebuffer"));
  return {};
}

Expected<void> VulkanProgram::make_feedback(const VulkanObjects& vulkan,
                                            const VkPipelineShaderStageCreateInfo& stage,
                                            const VulkanVertexInput& vertices, VkPipelineCache cache) {
  auto input = of_type<VkPipelineVertexInputStateCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO);
  input.vertexBindingDescriptionCount = static_cast<std::uint32_t>(vertices.buffers.size());
  input.pVertexBindingDescriptions = vertices.buffers.data();
  input.vertexAttributeDescriptionCount = static_cast<std::uint32_t>(vertices.attributes.size());
  input.pVertexAttributeDescriptions = vertices.attributes.data();
  auto assembly = of_type<VkPipelineInputAssemblyStateCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO);
  assembly.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
  auto raster = of_type<VkPipelineRasterizationStateCreateInfo>(
      VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO);
  raster.rasterizerDiscardEnable = VK_TRUE;
  raster.lineWidth = 1;
  auto info = of_type<VkGraphicsPipelineCreateInfo>(VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO);
  info.stageCount = 1;
  info.pStages = &stage;
  info.pVertexInputState = &input;
  info.pInputAssemblyState = &assembly;
  info.pRasterizationState = &raster;
  info.layout = layout.name();
  info.renderPass = render_pass.name();
  VkPipeline name = nullptr;
  BINDPOSE_CHECK(
      check_result(vulkan.call.CreateGraphicsPipelines(vulkan.device, cache, 1, &info, nullptr, &name),
                   "vkCreateGraphicsPipelines"));
  pipeline = VulkanPipeline(vulkan, name);
  return {};
}

}  // namespace bindpose::gpu
