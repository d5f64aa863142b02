// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a pipeline with its bindings. Internal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "gpu/capture/plan.h"
#include "gpu/vulkan/handle.h"
#include "gpu/vulkan/vertex_input.h"

namespace bindpose::gpu {

/// A program's resource at a binding of set 0.
struct VulkanBinding {
  std::uint32_t number = 0;
  VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
};

/// Bindings of a plan, with the numbers of gpu/program/shader_source.h.
std::vector<VulkanBinding> bindings_of(const Plan& plan);

struct VulkanProgram {
  VulkanSetLayout set_layout;
  VulkanPipelineLayout layout;
  VulkanDescriptors descriptors;
  VkDescriptorSet set = nullptr;  ///< null if nothing is bound; belongs to `descriptors`
  VulkanRenderPass render_pass;   ///< for transform feedback, with the framebuffer
  VulkanFramebuffer framebuffer;
  VulkanPipeline pipeline;

  /// Makes a program of the plan's GLSL, from a pipeline cache if the plan says so. input: the vertex input
  /// of the draw call. Errors SHADER_COMPILE, VULKAN_ERROR.
  static Expected<VulkanProgram> make(const VulkanObjects& vulkan, const Plan& plan, const std::string& glsl,
                                      const VulkanVertexInput& input);

 private:
  Expected<void> make_layout(const VulkanObjects& vulkan, const std::vector<VulkanBinding>& bindings,
                             VkShaderStageFlags stage);
  Expected<void> make_descriptors(const VulkanObjects& vulkan, const std::vector<VulkanBinding>& bindings);
  Expected<void> make_framebuffer(const VulkanObjects& vulkan);
  Expected<void> make_pipeline(const VulkanObjects& vulkan, const VkPipelineShaderStageCreateInfo& stage,
                               const Plan& plan, const VulkanVertexInput& input, VkPipelineCache cache);
  Expected<void> make_from_cache(const VulkanObjects& vulkan, const VkPipelineShaderStageCreateInfo& stage,
                                 const Plan& plan, const VulkanVertexInput& input);
  Expected<void> make_compute(const VulkanObjects& vulkan, const VkPipelineShaderStageCreateInfo& stage,
                              VkPipelineCache cache);
  Expected<void> make_feedback(const VulkanObjects& vulkan, const VkPipelineShaderStageCreateInfo& stage,
                               const VulkanVertexInput& vertices, VkPipelineCache cache);
};

}  // namespace bindpose::gpu
