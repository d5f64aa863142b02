// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernel/skinner.h"

#include <utility>

#include "gpu/capture/answer.h"
#include "gpu/capture/kernel_plan.h"
#include "gpu/program/shader_source.h"
#include "gpu/spirv/spirv.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

Expected<std::string> kernel_text(const std::string& glsl, Contraction contraction) {
  BINDPOSE_TRY(const auto spirv, compile_spirv(ShaderStage::compute, glsl));
  BINDPOSE_TRY(auto kernel, write_kernel(spirv, contraction));
  return std::move(kernel.text);
}

/// As little as OpenCL promises.
DeviceInfo least_device() {
  DeviceInfo info;
  info.opened = {Platform::device, 0, Api::opencl};
  info.limits = {{"CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE", 65536},
                 {"CL_DEVICE_MAX_MEM_ALLOC_SIZE", 1L << 27},
                 {"CL_DEVICE_MAX_PARAMETER_SIZE", 1024},
                 {"CL_DEVICE_MAX_WORK_GROUP_SIZE", compute_group_size},
                 {"WORK_GROUPS", 65535}};
  return info;
}

}  // namespace

bool KernelSkinner::delivers(const Variant& variant) {
  return computes_from_buffers(variant);
}

Expected<std::string> KernelSkinner::shader_source(const Algorithm& algorithm, const ArraySet& question,
                                                   const Options& options, const Variant& variant) const {
  BINDPOSE_TRY(const auto plan,
               make_kernel_plan(runner_.info(), hooks, algorithm, question, options, variant));
  return compute_shader(plan.spec);
}

Expected<std::string> KernelSkinner::kernel_source(const Algorithm& algorithm, const ArraySet& question,
                                                   const Options& options, const Variant& variant) const {
  BINDPOSE_TRY(const auto glsl, shader_source(algorithm, question, options, variant));
  return kernel_text(glsl, contraction);
}

Expected<ArraySet> KernelSkinner::run(const Algorithm& algorithm, const ArraySet& question,
                                      const Options& options, const Variant& variant) {
  BINDPOSE_TRY(auto plan, make_kernel_plan(runner_.info(), hooks, algorithm, question, options, variant));
  const VertexLayout layout = plan.data.layout;
  const std::size_t vertex_count = plan.data.vertex_count;
  if (vertex_count == 0) return make_answer(layout, 0, {});
  BINDPOSE_TRY(const auto captured, runner_.run(std::move(plan), hooks, contraction));
  return make_answer(layout, vertex_count, captured);
}

Expected<std::vector<std::string>> sample_kernels(const Algorithm& algorithm, Contraction contraction) {
  BINDPOSE_TRY(const auto shaders, sample_compute_shaders(least_device(), algorithm));
  std::vector<std::string> kernels;
  for (const std::string& glsl : shaders) {
    BINDPOSE_TRY(auto kernel, kernel_text(glsl, contraction));
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

}  // namespace bindpose::gpu
