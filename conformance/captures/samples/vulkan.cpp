// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// A program that skins with Vulkan: sample FILE CLIP SECONDS CAPTURE [words]. Draws no picture.
#include <cstdio>

#include "conformance/captures/samples/frame_capture.h"
#include "conformance/captures/samples/scene.h"
#include "conformance/captures/samples/shaders.h"
#include "gpu/spirv/spirv.h"
#include "gpu/vulkan/device.h"
#include "gpu/vulkan/memory.h"

namespace bindpose::captures {
namespace {

using gpu::created;
using gpu::of_type;
using gpu::VulkanObjects;
using Call = GladVulkanContext;

constexpr const char* header =
    "#version 450\n#define BLOCK(n) layout(set = 0, binding = n, std140)\n"
    "#define OUTPUT(n) layout(location = n)\n";

constexpr VkVertexInputBindingDescription vertex_record = {0, sizeof(Vertex), VK_VERTEX_INPUT_RATE_VERTEX};
constexpr std::array<VkVertexInputAttributeDescription, 4> vertex_attributes = {
    {{0, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof(Vertex, position)},
     {1, 0, VK_FORMAT_R32G32B32_SFLOAT, offsetof(Vertex, normal)},
     {2, 0, VK_FORMAT_R32G32B32A32_UINT, offsetof(Vertex, joints)},
     {3, 0, VK_FORMAT_R32G32B32A32_SFLOAT, offsetof(Vertex, weights)}}};

/// Further inputs of the vertex shader: joints and camera.
struct Blocks {
  gpu::HostBuffer joints, camera;
  gpu::VulkanSetLayout set_layout;
  gpu::VulkanPipelineLayout layout;
  gpu::VulkanDescriptors pool;
  VkDescriptorSet set = nullptr;

  Expected<void> make(const VulkanObjects& vulkan, const Scene& scene) {
    BINDPOSE_CHECK(joints.fill(vulkan, scene.rows.data(), scene.rows.size() * sizeof(float)));
    BINDPOSE_CHECK(camera.fill(vulkan, scene.camera.data(), sizeof scene.camera));
    BINDPOSE_CHECK(make_layout(vulkan));
    const VkDescriptorPoolSize size = {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 2};
    auto pool_info = of_type<VkDescriptorPoolCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
    pool_info.maxSets = 1;
    pool_info.poolSizeCount = 1;
    pool_info.pPoolSizes = &size;
    BINDPOSE_TRY(pool, created<gpu::VulkanDescriptors>(vulkan, &Call::CreateDescriptorPool, pool_info,
                                                       "vkCreateDescriptorPool"));
    const VkDescriptorSetLayout name = set_layout.name();
    auto set_info = of_type<VkDescriptorSetAllocateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
    set_info.descriptorPool = pool.name();
    set_info.descriptorSetCount = 1;
    set_info.pSetLayouts = &name;
    BINDPOSE_CHECK(gpu::check_result(vulkan.call.AllocateDescriptorSets(vulkan.device, &set_info, &set),
                                     "vkAllocateDescriptorSets"));
    write(vulkan, 0, joints.name());
    write(vulkan, 1, camera.name());
    return {};
  }

 private:
  Expected<void> make_layout(const VulkanObjects& vulkan) {
    std::array<VkDescriptorSetLayoutBinding, 2> bindings = {};
    for (std::uint32_t i = 0; i < 2; ++i)
      bindings[i] = {i, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 1, VK_SHADER_STAGE_VERTEX_BIT, nullptr};
    auto info = of_type<VkDescriptorSetLayoutCreateInfo>(VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
    info.bindingCount = 2;
    info.pBindings = bindings.data();
    BINDPOSE_TRY(set_layout, created<gpu::VulkanSetLayout>(vulkan, &Call::CreateDescriptorSetLayout, info,
                                                           "vkCreateDescriptorSetLayout"));
    const VkDescriptorSetLayout name = set_layout.name();
    auto pipeline = of_type<VkPipelineLayoutCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
    pipeline.setLayoutCount = 1;
    pipeline.pSetLayouts = &name;
    BINDPOSE_TRY(layout, created<gpu::VulkanPipelineLayout>(vulkan, &Call::CreatePipelineLayout, pipeline,
                                                            "vkCreatePipelineLayout"));
    return {};
  }

  void write(const VulkanObjects& vulkan, std::uint32_t binding, VkBuffer buffer) const {
    const VkDescriptorBufferInfo range = {buffer, 0, VK_WHOLE_SIZE};
    auto written = of_type<VkWriteDescriptorSet>(VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
    written.dstSet = set;
    written.dstBinding = binding;
    written.descriptorCount = 1;
    written.descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    written.pBufferInfo = &range;
    vulkan.call.UpdateDescriptorSets(vulkan.device, 1, &written, 0, nullptr);
  }
};

/// A pass without attachments, on one pixel, and the pipeline that draws triangles in it.
struct Pass {
  gpu::VulkanRenderPass render_pass;
  gpu::VulkanFramebuffer framebuffer;
  gpu::VulkanPipeline pipeline;

  Expected<void> make(const VulkanObjects& vulkan, VkPipelineLayout layout, const std::string& glsl) {
    VkSubpassDescription subpass = {};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    auto pass = of_type<VkRenderPassCreateInfo>(VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO);
    pass.subpassCount = 1;
    pass.pSubpasses = &subpass;
    BINDPOSE_TRY(render_pass,
                 created<gpu::VulkanRenderPass>(vulkan, &Call::CreateRenderPass, pass, "vkCreateRenderPass"));
    auto frame = of_type<VkFramebufferCreateInfo>(VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO);
    frame.renderPass = render_pass.name();
    frame.width = frame.height = frame.layers = 1;
    BINDPOSE_TRY(framebuffer, created<gpu::VulkanFramebuffer>(vulkan, &Call::CreateFramebuffer, frame,
                                                              "vkCreateFramebuffer"));
    BINDPOSE_TRY(const auto words, gpu::compile_spirv(gpu::ShaderStage::vertex, glsl));
    auto code = of_type<VkShaderModuleCreateInfo>(VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
    code.codeSize = words.size() * sizeof(std::uint32_t);
    code.pCode = words.data();
    BINDPOSE_TRY(const auto module,
                 created<gpu::VulkanModule>(vulkan, &Call::CreateShaderModule, code, "vkCreateShaderModule"));
    return make_pipeline(vulkan, layout, module.name());
  }

 private:
  Expected<void> make_pipeline(const VulkanObjects& vulkan, VkPipelineLayout layout, VkShaderModule module) {
    auto stage =
        of_type<VkPipelineShaderStageCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO);
    stage.stage = VK_SHADER_STAGE_VERTEX_BIT;
    stage.module = module;
    stage.pName = "main";
    auto input = of_type<VkPipelineVertexInputStateCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO);
    input.vertexBindingDescriptionCount = 1;
    input.pVertexBindingDescriptions = &vertex_record;
    input.vertexAttributeDescriptionCount = static_cast<std::uint32_t>(vertex_attributes.size());
    input.pVertexAttributeDescriptions = vertex_attributes.data();
    auto assembly = of_type<VkPipelineInputAssemblyStateCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO);
    assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    constexpr VkViewport view = {0, 0, 1, 1, 0, 1};
    constexpr VkRect2D pixel = {{0, 0}, {1, 1}};
    auto viewport =
        of_type<VkPipelineViewportStateCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO);
    viewport.viewportCount = viewport.scissorCount = 1;
    viewport.pViewports = &view;
    viewport.pScissors = &pixel;
    auto raster = of_type<VkPipelineRasterizationStateCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO);
    raster.lineWidth = 1;
    auto samples = of_type<VkPipelineMultisampleStateCreateInfo>(
        VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO);
    samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    auto info = of_type<VkGraphicsPipelineCreateInfo>(VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO);
    info.stageCount = 1;
    info.pStages = &stage;
    info.pVertexInputState = &input;
    info.pInputAssemblyState = &assembly;
    info.pViewportState = &viewport;
    info.pRasterizationState = &raster;
    info.pMultisampleState = &samples;
    info.layout = layout;
    info.renderPass = render_pass.name();
    VkPipeline name = nullptr;
    BINDPOSE_CHECK(gpu::check_result(
        vulkan.call.CreateGraphicsPipelines(vulkan.device, nullptr, 1, &info, nullptr, &name),
        "vkCreateGraphicsPipelines"));
    pipeline = gpu::VulkanPipeline(vulkan, name);
    return {};
  }
};

struct Meshes {
  gpu::HostBuffer vertices, indices;
};

Expected<void> draw(const VulkanObjects& vulkan, const Scene& scene, const Meshes& mesh, const Blocks& blocks,
                    const Pass& pass) {
  auto begin = of_type<VkRenderPassBeginInfo>(VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO);
  begin.renderPass = pass.render_pass.name();
  begin.framebuffer = pass.framebuffer.name();
  begin.renderArea.extent = {1, 1};
  return gpu::run_commands(vulkan, [&](VkCommandBuffer commands) {
    const Call& call = vulkan.call;
    const VkBuffer vertices = mesh.vertices.name();
    constexpr VkDeviceSize start = 0;
    call.CmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    call.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pass.pipeline.name());
    call.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, blocks.layout.name(), 0, 1,
                               &blocks.set, 0, nullptr);
    call.CmdBindVertexBuffers(commands, 0, 1, &vertices, &start);
    if (scene.indices.empty()) {
      call.CmdDraw(commands, static_cast<std::uint32_t>(scene.vertices.size()), 1, 0, 0);
    } else {
      call.CmdBindIndexBuffer(commands, mesh.indices.name(), 0, VK_INDEX_TYPE_UINT32);
      call.CmdDrawIndexed(commands, static_cast<std::uint32_t>(scene.indices.size()), 1, 0, 0, 0);
    }
    call.CmdEndRenderPass(commands);
  });
}

Expected<void> run(int count, char** words) {
  BINDPOSE_TRY(const auto options, sample_options(count, words));
  BINDPOSE_TRY(const auto scene, load_scene(options));
  BINDPOSE_TRY(const auto device, gpu::VulkanDevice::open({.platform = gpu::Platform::device}));
  const VulkanObjects& vulkan = device->objects();
  FrameCapture capture(options.capture);
  Meshes mesh;
  BINDPOSE_CHECK(
      mesh.vertices.fill(vulkan, scene.vertices.data(), scene.vertices.size() * sizeof scene.vertices[0]));
  if (!scene.indices.empty())
    BINDPOSE_CHECK(
        mesh.indices.fill(vulkan, scene.indices.data(), scene.indices.size() * sizeof scene.indices[0]));
  Blocks blocks;
  BINDPOSE_CHECK(blocks.make(vulkan, scene));
  Pass pass;
  const std::string way = options.first_influence ? first_influence : right_influences;
  BINDPOSE_CHECK(pass.make(vulkan, blocks.layout.name(), header + way + vertex_body));
  // A physical device begins with the same pointer as its instance, by which RenderDoc distinguishes instances.
  capture.start(*reinterpret_cast<void**>(vulkan.physical));
  BINDPOSE_CHECK(draw(vulkan, scene, mesh, blocks, pass));
  if (!capture.end()) return fail("NOT_CAPTURED", options.capture, "RenderDoc did not write a frame");
  return {};
}

}  // namespace
}  // namespace bindpose::captures

int main(int count, char** words) {
  const auto done = bindpose::captures::run(count, words);
  if (!done) std::fprintf(stderr, "%s\n", bindpose::to_string(done.error()).c_str());
  return done ? 0 : 2;
}
