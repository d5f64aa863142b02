// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/device/limit_names.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace bindpose::gpu {
namespace {

struct SharedLimit {
  std::string_view gl;
  const char* vulkan;
  long unit;  ///< bytes, as Vulkan counts, that OpenGL counts as one
};
constexpr SharedLimit shared_limits[] = {
    {"MAX_VERTEX_ATTRIBS", "maxVertexInputAttributes", 1},
    {"MAX_VERTEX_UNIFORM_COMPONENTS", "maxUniformBufferRange", 4},
    {"MAX_COMPUTE_UNIFORM_COMPONENTS", "maxUniformBufferRange", 4},
    {"MAX_UNIFORM_BLOCK_SIZE", "maxUniformBufferRange", 1},
    {"MAX_VERTEX_SHADER_STORAGE_BLOCKS", "maxPerStageDescriptorStorageBuffers", 1},
    {"MAX_COMPUTE_SHADER_STORAGE_BLOCKS", "maxPerStageDescriptorStorageBuffers", 1},
    {"MAX_SHADER_STORAGE_BLOCK_SIZE", "maxStorageBufferRange", 1},
    {"SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT", "minStorageBufferOffsetAlignment", 1},
    {"MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS", "maxTransformFeedbackBufferDataStride", 4},
    {"MAX_VERTEX_TEXTURE_IMAGE_UNITS", "maxPerStageDescriptorSampledImages", 1},
    {"MAX_COMPUTE_TEXTURE_IMAGE_UNITS", "maxPerStageDescriptorSampledImages", 1},
    {"MAX_TEXTURE_SIZE", "maxImageDimension2D", 1},
    {"MAX_COMPUTE_WORK_GROUP_INVOCATIONS", "maxComputeWorkGroupInvocations", 1},
    {"MAX_COMPUTE_WORK_GROUP_COUNT", "maxComputeWorkGroupCount", 1},
};

const SharedLimit* find_limit(std::string_view gl_name) {
  const auto* found = std::find_if(std::begin(shared_limits), std::end(shared_limits),
                                   [&](const SharedLimit& limit) { return limit.gl == gl_name; });
  return found == std::end(shared_limits) ? nullptr : found;
}

}  // namespace

std::string limit_name(Api api, std::string_view gl_name) {
  const SharedLimit* limit = api == Api::vulkan ? find_limit(gl_name) : nullptr;
  if (limit == nullptr) return fmt::format("GL_{}", gl_name);
  return limit->unit == 1 ? limit->vulkan : fmt::format("{} / {}", limit->vulkan, limit->unit);
}

long vulkan_limit(const std::map<std::string, long>& limits, std::string_view gl_name) {
  const SharedLimit* limit = find_limit(gl_name);
  const auto found = limit == nullptr ? limits.end() : limits.find(limit->vulkan);
  return found == limits.end() ? 0 : found->second / limit->unit;
}

}  // namespace bindpose::gpu
