// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernel/skinner.h"

#include "gpu/capture/answer.h"
#include "gpu/capture/plan.h"
#include "gpu/program/palette_delivery.h"
#include "gpu/program/shader_source.h"
#include "gpu/spirv/spirv.h"
#include "reference/model/try.h"
#include "reference/numeric/random.h"

namespace bindpose::gpu {
namespace {

/// A plan whose shader is Vulkan's, which becomes a kernel.
Expected<Plan> plan_kernel(const DeviceInfo& info, const TestHooks& hooks, const Algorithm& algorithm,
                           const ArraySet& question, const Options& options, const Variant& variant) {
  if (!KernelSkinner::delivers(variant)) return fail("NOT_SUPPORTED", "variant", KernelSkinner::delivered);
  BINDPOSE_TRY(auto plan, make_plan(info, hooks, algorithm, question, options, variant));
  BINDPOSE_CHECK(check_limits(info, plan));
  plan.spec.api = Api::vulkan;
  return plan;
}

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
  const PaletteDelivery delivery = palette_delivery(variant.palette);
  return variant.capture == "compute" && variant.frames != "texture" &&
         (delivery == PaletteDelivery::ubo || delivery == PaletteDelivery::ssbo);
}

Expected<std::string> KernelSkinner::shader_source(const Algorithm& algorithm, const ArraySet& question,
                                                   const Options& options, const Variant& variant) const {
  BINDPOSE_TRY(const auto plan, plan_kernel(runner_.info(), hooks, algorithm, question, options, variant));
  return compute_shader(plan.spec);
}

Expected<std::string> KernelSkinner::kernel_source(const Algorithm& algorithm, const ArraySet& question,
                                                   const Options& options, const Variant& variant) const {
  BINDPOSE_TRY(const auto glsl, shader_source(algorithm, question, options, variant));
  return kernel_text(glsl, contraction);
}

Expected<ArraySet> KernelSkinner::run(const Algorithm& algorithm, const ArraySet& question,
                                      const Options& options, const Variant& variant) {
  BINDPOSE_TRY(auto plan, plan_kernel(runner_.info(), hooks, algorithm, question, options, variant));
  const VertexLayout layout = plan.data.layout;
  const std::size_t vertex_count = plan.data.vertex_count;
  if (vertex_count == 0) return make_answer(layout, 0, {});
  BINDPOSE_TRY(const auto captured, runner_.run(std::move(plan), hooks, contraction));
  return make_answer(layout, vertex_count, captured);
}

Expected<std::vector<std::string>> sample_kernels(const Algorithm& algorithm, Contraction contraction) {
  constexpr std::size_t size = 20;
  Random random(1);
  const ArraySet sample = algorithm.implementation.sample(size, random);
  std::vector<std::string> kernels;
  for (const Variant& variant : variants(algorithm)) {
    if (!KernelSkinner::delivers(variant)) continue;
    const auto plan = plan_kernel(least_device(), {}, algorithm, sample, {}, variant);
    // The sample does not fit every variant: weights that do not sum to 1, joints that are not rigid.
    if (!plan && plan.error().code == "NOT_APPLICABLE") continue;
    if (!plan) return tl::unexpected(plan.error());
    BINDPOSE_TRY(auto kernel, kernel_text(compute_shader(plan->spec), contraction));
    kernels.push_back(std::move(kernel));
  }
  return kernels;
}

}  // namespace bindpose::gpu
