// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/webgpu/skinner.h"

#include <utility>

#include "gpu/capture/answer.h"
#include "gpu/capture/kernel_plan.h"
#include "gpu/program/shader_source.h"
#include "gpu/spirv/spirv.h"
#include "gpu/spirv/wgsl.h"
#include "gpu/webgpu/plan_runner.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

Expected<std::string> wgsl_text(const std::string& glsl) {
  BINDPOSE_TRY(const auto spirv, compile_spirv(ShaderStage::compute, glsl));
  BINDPOSE_TRY(auto written, write_wgsl(spirv));
  return std::move(written.text);
}

/// As little as WebGPU promises.
DeviceInfo least_device() {
  DeviceInfo info;
  info.opened = {Platform::best, 0, Api::webgpu};
  info.limits = {{"maxUniformBufferBindingSize", 65536},     {"maxStorageBuffersPerShaderStage", 8},
                 {"maxStorageBufferBindingSize", 1L << 27},  {"minStorageBufferOffsetAlignment", 256},
                 {"maxComputeInvocationsPerWorkgroup", 256}, {"maxComputeWorkgroupsPerDimension", 65535}};
  return info;
}

}  // namespace

WebGpuSkinner::WebGpuSkinner(WebGpuDevice& device)
    : device_(device), runner_(std::make_unique<WebGpuRunner>(device)) {}

WebGpuSkinner::~WebGpuSkinner() = default;

bool WebGpuSkinner::delivers(const Variant& variant) {
  return computes_from_buffers(variant);
}

std::size_t WebGpuSkinner::program_count() const {
  return runner_->program_count();
}

Expected<std::string> WebGpuSkinner::shader_source(const Algorithm& algorithm, const ArraySet& question,
                                                   const Options& options, const Variant& variant) const {
  BINDPOSE_TRY(const auto plan,
               make_kernel_plan(device_.info(), hooks, algorithm, question, options, variant));
  return compute_shader(plan.spec);
}

Expected<std::string> WebGpuSkinner::wgsl_source(const Algorithm& algorithm, const ArraySet& question,
                                                 const Options& options, const Variant& variant) const {
  BINDPOSE_TRY(const auto glsl, shader_source(algorithm, question, options, variant));
  return wgsl_text(glsl);
}

Expected<ArraySet> WebGpuSkinner::run(const Algorithm& algorithm, const ArraySet& question,
                                      const Options& options, const Variant& variant) {
  BINDPOSE_TRY(auto plan, make_kernel_plan(device_.info(), hooks, algorithm, question, options, variant));
  const VertexLayout layout = plan.data.layout;
  const std::size_t vertex_count = plan.data.vertex_count;
  if (vertex_count == 0) return make_answer(layout, 0, {});
  BINDPOSE_TRY(const auto captured, runner_->run(std::move(plan), hooks));
  return make_answer(layout, vertex_count, captured);
}

Expected<std::vector<std::string>> sample_wgsl(const Algorithm& algorithm) {
  BINDPOSE_TRY(const auto shaders, sample_compute_shaders(least_device(), algorithm));
  std::vector<std::string> all;
  for (const std::string& glsl : shaders) {
    BINDPOSE_TRY(auto wgsl, wgsl_text(glsl));
    all.push_back(std::move(wgsl));
  }
  return all;
}

}  // namespace bindpose::gpu
