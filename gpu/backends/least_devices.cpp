// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/backends/least_devices.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>

#include "gpu/capture/plan.h"
#include "gpu/program/api_support.h"
#include "gpu/program/shader_source.h"

namespace bindpose::gpu {
namespace {

/// APIs with limits of their own: OpenGL ES and WebGL run the same inputs as OpenGL, and CUDA promises more than
/// OpenCL.
constexpr std::array distinct_apis = {Api::gl, Api::vulkan, Api::opencl, Api::webgpu};

std::map<std::string, long> least_limits(Api api) {
  switch (api) {
    case Api::gl:
    case Api::gles:
    case Api::webgl:
      return {{"MAX_VERTEX_ATTRIBS", 16},        {"MAX_VERTEX_UNIFORM_COMPONENTS", 1024},
              {"MAX_UNIFORM_BLOCK_SIZE", 16384}, {"MAX_VERTEX_TEXTURE_IMAGE_UNITS", 16},
              {"MAX_TEXTURE_SIZE", 2048},        {"MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS", 64}};
    case Api::vulkan:
      return {{"maxVertexInputAttributes", 16},           {"maxUniformBufferRange", 16384},
              {"maxPerStageDescriptorStorageBuffers", 4}, {"maxPerStageDescriptorSampledImages", 16},
              {"maxStorageBufferRange", 1L << 27},        {"maxImageDimension2D", 4096},
              {"maxComputeWorkGroupInvocations", 128},    {"maxComputeWorkGroupCount", 65535},
              {"minStorageBufferOffsetAlignment", 256},   {"maxTransformFeedbackBufferDataStride", 512}};
    case Api::opencl:
      return {{"CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE", 65536},
              {"CL_DEVICE_MAX_MEM_ALLOC_SIZE", 1L << 27},
              {"CL_DEVICE_MAX_PARAMETER_SIZE", 1024},
              {"CL_DEVICE_MAX_WORK_GROUP_SIZE", compute_group_size},
              {"WORK_GROUPS", 65535}};
    case Api::cuda:
      return {{"CU_TOTAL_MEMORY", 1L << 30},
              {"CU_PARAMETER_BYTES", 4096},
              {"CU_MAX_BLOCK_DIM_X", 1024},
              {"CU_MAX_GRID_DIM_X", 65535}};
    case Api::webgpu:
      return {{"maxUniformBufferBindingSize", 65536},     {"maxStorageBuffersPerShaderStage", 8},
              {"maxStorageBufferBindingSize", 1L << 27},  {"minStorageBufferOffsetAlignment", 256},
              {"maxComputeInvocationsPerWorkgroup", 256}, {"maxComputeWorkgroupsPerDimension", 65535}};
  }
  return {};
}

/// The first variant that the API supports; on Vulkan, the first with a compute shader.
std::vector<Variant> usual_variants_of(const Algorithm& algorithm, Api api) {
  const std::vector<Variant> all = supported_variants(algorithm, api);
  std::vector<Variant> usual;
  if (!all.empty()) usual.push_back(all.front());
  const auto computed = std::ranges::find(all, "compute", &Variant::capture);
  if (api == Api::vulkan && computed != all.end()) usual.push_back(*computed);
  return usual;
}

}  // namespace

DeviceInfo least_device(Api api) {
  DeviceInfo info;
  info.opened = {Platform::device, 0, api};
  if (api == Api::gl) info.opened.version = {3, 3};
  if (api == Api::gles) info.opened.version = {3, 0};
  info.limits = least_limits(api);
  return info;
}

std::vector<Variant> usual_variants(const Algorithm& algorithm) {
  std::vector<Variant> all;
  for (const Api api : distinct_apis)
    for (const Variant& variant : usual_variants_of(algorithm, api))
      if (std::ranges::find(all, variant) == all.end()) all.push_back(variant);
  return all;
}

Expected<void> fits_every_device(const Algorithm& algorithm, const ArraySet& question,
                                 const Options& options) {
  for (const Api api : distinct_apis)
    for (const Variant& variant : usual_variants_of(algorithm, api)) {
      const auto plan = checked_plan(least_device(api), {}, algorithm, question, options, variant);
      if (!plan) return tl::unexpected(plan.error());
    }
  return {};
}

}  // namespace bindpose::gpu
