// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/device/limit_names.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace bindpose::gpu {
namespace {

/// The name of a limit in another API, and the number of its units in one unit of OpenGL.
struct OwnLimit {
  const char* name = nullptr;
  long unit = 1;
};
struct SharedLimit {
  std::string_view gl;
  OwnLimit vulkan = {};
  OwnLimit opencl = {};
  OwnLimit cuda = {};  ///< kernels read all buffers from the same memory
  OwnLimit webgpu = {};
};
constexpr SharedLimit shared_limits[] = {
    {"MAX_VERTEX_ATTRIBS", {"maxVertexInputAttributes"}},
    {"MAX_VERTEX_UNIFORM_COMPONENTS", {"maxUniformBufferRange", 4}},
    {"MAX_COMPUTE_UNIFORM_COMPONENTS",
     {"maxUniformBufferRange", 4},
     {"CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE", 4},
     {"CU_TOTAL_MEMORY", 4},
     {"maxUniformBufferBindingSize", 4}},
    {"MAX_UNIFORM_BLOCK_SIZE",
     {"maxUniformBufferRange"},
     {"CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE"},
     {"CU_TOTAL_MEMORY"},
     {"maxUniformBufferBindingSize"}},
    {"MAX_VERTEX_SHADER_STORAGE_BLOCKS", {"maxPerStageDescriptorStorageBuffers"}},
    // A block is an argument of a kernel, an address of eight bytes.
    {"MAX_COMPUTE_SHADER_STORAGE_BLOCKS",
     {"maxPerStageDescriptorStorageBuffers"},
     {"CL_DEVICE_MAX_PARAMETER_SIZE", 8},
     {"CU_PARAMETER_BYTES", 8},
     {"maxStorageBuffersPerShaderStage"}},
    {"MAX_SHADER_STORAGE_BLOCK_SIZE",
     {"maxStorageBufferRange"},
     {"CL_DEVICE_MAX_MEM_ALLOC_SIZE"},
     {"CU_TOTAL_MEMORY"},
     {"maxStorageBufferBindingSize"}},
    // OpenCL counts bits.
    {"SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT",
     {"minStorageBufferOffsetAlignment"},
     {"CL_DEVICE_MEM_BASE_ADDR_ALIGN", 8},
     {"CU_ADDRESS_ALIGNMENT"},
     {"minStorageBufferOffsetAlignment"}},
    {"MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS", {"maxTransformFeedbackBufferDataStride", 4}},
    {"MAX_VERTEX_TEXTURE_IMAGE_UNITS", {"maxPerStageDescriptorSampledImages"}},
    {"MAX_COMPUTE_TEXTURE_IMAGE_UNITS", {"maxPerStageDescriptorSampledImages"}},
    {"MAX_TEXTURE_SIZE", {"maxImageDimension2D"}},
    {"MAX_COMPUTE_WORK_GROUP_INVOCATIONS",
     {"maxComputeWorkGroupInvocations"},
     {"CL_DEVICE_MAX_WORK_GROUP_SIZE"},
     {"CU_MAX_BLOCK_DIM_X"},
     {"maxComputeInvocationsPerWorkgroup"}},
    {"MAX_COMPUTE_WORK_GROUP_COUNT",
     {"maxComputeWorkGroupCount"},
     {"WORK_GROUPS"},
     {"CU_MAX_GRID_DIM_X"},
     {"maxComputeWorkgroupsPerDimension"}},
};

/// Null for OpenGL itself, and for a limit that the API lacks.
const OwnLimit* find_limit(Api api, std::string_view gl_name) {
  const auto* found = std::find_if(std::begin(shared_limits), std::end(shared_limits),
                                   [&](const SharedLimit& limit) { return limit.gl == gl_name; });
  if (found == std::end(shared_limits)) return nullptr;
  const OwnLimit* own = api == Api::vulkan   ? &found->vulkan
                        : api == Api::opencl ? &found->opencl
                        : api == Api::cuda   ? &found->cuda
                        : api == Api::webgpu ? &found->webgpu
                                             : nullptr;
  return own == nullptr || own->name == nullptr ? nullptr : own;
}

}  // namespace

std::string limit_name(Api api, std::string_view gl_name) {
  const OwnLimit* limit = find_limit(api, gl_name);
  if (limit == nullptr) return fmt::format("GL_{}", gl_name);
  return limit->unit == 1 ? limit->name : fmt::format("{} / {}", limit->name, limit->unit);
}

long shared_limit(Api api, const std::map<std::string, long>& limits, std::string_view gl_name) {
  const OwnLimit* limit = find_limit(api, gl_name);
  const auto found = limit == nullptr ? limits.end() : limits.find(limit->name);
  return found == limits.end() ? 0 : found->second / limit->unit;
}

}  // namespace bindpose::gpu
