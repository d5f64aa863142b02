/* SPDX-FileCopyrightText: 2026 The bindpose authors
 * SPDX-License-Identifier: Apache-2.0
 *
 * Runs one test on a Vulkan device, and nothing else: the SPIR-V of shader.spv, compiled from shader.glsl; the inputs of the .bin
 * files, see recipe.h; the captured and the expected numbers (inputs.h). Needs only the Vulkan loader; README.md has the command:
 *
 *   cc -std=c11 -o repro repro.c -lvulkan -lm && ./repro
 *
 * Exit code 1 if a number is wrong again, 0 if none is, 2 if the test cannot run.
 */
#include "inputs.h"
#include "vulkan_objects.h"

/* A resource that is bound to the shader. */
struct bound {
  uint32_t place;
  VkDescriptorType type;
  VkDescriptorBufferInfo buffer;
  VkDescriptorImageInfo image;
};

static struct bound bound_buffer(uint32_t place, VkDescriptorType type, struct buffer buffer) {
  return (struct bound){.place = place, .type = type, .buffer = {buffer.name, 0, VK_WHOLE_SIZE}};
}

static struct bound bound_to(const struct rows* rows) {
  if (rows->kind == TEXTURE)
    return (struct bound){
        .place = rows->place, .type = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, .image = make_texture(rows)};
  return bound_buffer(
      rows->place,
      rows->kind == STORAGE_BLOCK ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
      buffer_of(rows->file));
}

static const VkShaderStageFlags stage = COMPUTE ? VK_SHADER_STAGE_COMPUTE_BIT : VK_SHADER_STAGE_VERTEX_BIT;
static VkPipelineLayout layout;
static VkDescriptorSet set;

static void make_layout(const struct bound* all, uint32_t count, VkDescriptorSetLayout* of_set) {
  VkDescriptorSetLayoutBinding described[8];
  for (uint32_t i = 0; i < count; ++i)
    described[i] = (VkDescriptorSetLayoutBinding){
        .binding = all[i].place, .descriptorType = all[i].type, .descriptorCount = 1, .stageFlags = stage};
  const VkDescriptorSetLayoutCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                                .bindingCount = count,
                                                .pBindings = described};
  CHECK(vkCreateDescriptorSetLayout(device, &info, NULL, of_set));
  const VkPushConstantRange numbers = {stage, 0, sizeof part_numbers};
  const VkPipelineLayoutCreateInfo whole = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                            .setLayoutCount = 1,
                                            .pSetLayouts = of_set,
                                            .pushConstantRangeCount = 1,
                                            .pPushConstantRanges = &numbers};
  CHECK(vkCreatePipelineLayout(device, &whole, NULL, &layout));
}

static void bind(const struct bound* all, uint32_t count) {
  VkDescriptorSetLayout of_set;
  make_layout(all, count, &of_set);
  VkDescriptorPoolSize sizes[8];
  for (uint32_t i = 0; i < count; ++i)
    sizes[i] = (VkDescriptorPoolSize){all[i].type, 1};
  const VkDescriptorPoolCreateInfo pool_info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
                                                .maxSets = 1,
                                                .poolSizeCount = count,
                                                .pPoolSizes = sizes};
  VkDescriptorPool pool;
  if (count == 0) return;
  CHECK(vkCreateDescriptorPool(device, &pool_info, NULL, &pool));
  const VkDescriptorSetAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
                                            .descriptorPool = pool,
                                            .descriptorSetCount = 1,
                                            .pSetLayouts = &of_set};
  CHECK(vkAllocateDescriptorSets(device, &info, &set));
  for (uint32_t i = 0; i < count; ++i) {
    const VkWriteDescriptorSet write = {.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                                        .dstSet = set,
                                        .dstBinding = all[i].place,
                                        .descriptorCount = 1,
                                        .descriptorType = all[i].type,
                                        .pBufferInfo = &all[i].buffer,
                                        .pImageInfo = &all[i].image};
    vkUpdateDescriptorSets(device, 1, &write, 0, NULL);
  }
}

static VkPipelineShaderStageCreateInfo make_stage(void) {
  VkShaderModuleCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
  info.pCode = read_file("shader.spv", &info.codeSize);
  VkShaderModule module;
  CHECK(vkCreateShaderModule(device, &info, NULL, &module));
  return (VkPipelineShaderStageCreateInfo){.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                           .stage = (VkShaderStageFlagBits)stage,
                                           .module = module,
                                           .pName = "main"};
}

static void use_pipeline(VkPipelineBindPoint point, VkPipeline pipeline) {
  vkCmdBindPipeline(commands, point, pipeline);
  if (set) vkCmdBindDescriptorSets(commands, point, layout, 0, 1, &set, 0, NULL);
  vkCmdPushConstants(commands, layout, stage, 0, sizeof part_numbers, part_numbers);
}

#if COMPUTE
static void compute(struct buffer captured) {
  (void)captured; /* is bound */
  const VkComputePipelineCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .stage = make_stage(), .layout = layout};
  VkPipeline pipeline;
  CHECK(vkCreateComputePipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
  use_pipeline(VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
  vkCmdDispatch(commands, (VERTICES + GROUP_SIZE - 1) / GROUP_SIZE, 1, 1);
}
#else
/* A pass without attachments, on one pixel: the results are in the buffer. */
static VkRenderPass begin_pass(void) {
  const VkSubpassDescription subpass = {.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS};
  const VkRenderPassCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO, .subpassCount = 1, .pSubpasses = &subpass};
  VkRenderPass pass;
  CHECK(vkCreateRenderPass(device, &info, NULL, &pass));
  const VkFramebufferCreateInfo pixel = {.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
                                         .renderPass = pass,
                                         .width = 1,
                                         .height = 1,
                                         .layers = 1};
  VkRenderPassBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
                                 .renderPass = pass,
                                 .renderArea = {.extent = {1, 1}}};
  CHECK(vkCreateFramebuffer(device, &pixel, NULL, &begin.framebuffer));
  vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
  return pass;
}

static VkPipeline make_pipeline(VkRenderPass pass) {
  const VkPipelineVertexInputStateCreateInfo input = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO,
      .vertexBindingDescriptionCount = BINDINGS,
      .pVertexBindingDescriptions = bindings,
      .vertexAttributeDescriptionCount = ATTRIBUTES,
      .pVertexAttributeDescriptions = attributes};
  const VkPipelineInputAssemblyStateCreateInfo points = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO,
      .topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST};
  const VkPipelineRasterizationStateCreateInfo nowhere = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO,
      .rasterizerDiscardEnable = VK_TRUE,
      .lineWidth = 1};
  const VkPipelineShaderStageCreateInfo shader = make_stage();
  const VkGraphicsPipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                             .stageCount = 1,
                                             .pStages = &shader,
                                             .pVertexInputState = &input,
                                             .pInputAssemblyState = &points,
                                             .pRasterizationState = &nowhere,
                                             .layout = layout,
                                             .renderPass = pass};
  VkPipeline pipeline;
  CHECK(vkCreateGraphicsPipelines(device, VK_NULL_HANDLE, 1, &info, NULL, &pipeline));
  return pipeline;
}

static void bind_vertices(void) {
  const VkDeviceSize start = 0;
  for (uint32_t i = 0; i < BUFFERS; ++i) {
    const struct buffer vertices = buffer_of(buffers[i]);
    vkCmdBindVertexBuffers(commands, i, 1, &vertices.name, &start);
  }
}

#define FIND(function) const PFN_##function function = (PFN_##function)vkGetDeviceProcAddr(device, #function)

static void compute(struct buffer captured) {
  FIND(vkCmdBindTransformFeedbackBuffersEXT);
  FIND(vkCmdBeginTransformFeedbackEXT);
  FIND(vkCmdEndTransformFeedbackEXT);
  const VkDeviceSize start = 0, size = VK_WHOLE_SIZE;
  use_pipeline(VK_PIPELINE_BIND_POINT_GRAPHICS, make_pipeline(begin_pass()));
  bind_vertices();
  vkCmdBindTransformFeedbackBuffersEXT(commands, 0, 1, &captured.name, &start, &size);
  vkCmdBeginTransformFeedbackEXT(commands, 0, 0, NULL, NULL);
  vkCmdDraw(commands, VERTICES, 1, 0, 0);
  vkCmdEndTransformFeedbackEXT(commands, 0, 0, NULL, NULL);
  vkCmdEndRenderPass(commands);
}
#endif

int main(void) {
  VkPhysicalDeviceProperties properties;
  size_t size;
  const float* poison = poisoned(&size);
  open_device();
  vkGetPhysicalDeviceProperties(physical, &properties);
  printf("%s\non %s\n", TEST, properties.deviceName);
  begin_commands();
  const struct buffer captured = make_buffer(poison, size);
  struct bound all[8];
  uint32_t count = 0;
  for (; count < BOUND; ++count)
    all[count] = bound_to(&bound_rows[count]);
  if (COMPUTE) {
    all[count++] =
        bound_buffer(VERTICES_BINDING, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, buffer_of("vertices.bin"));
    all[count++] = bound_buffer(CAPTURED_BINDING, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, captured);
  }
  bind(all, count);
  compute(captured);
  end_commands();
  return say_wrong(captured.mapped);
}
