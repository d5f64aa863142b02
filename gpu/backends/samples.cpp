// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/backends/samples.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "gpu/backends/least_devices.h"
#include "gpu/capture/plan.h"
#include "gpu/program/api_support.h"
#include "gpu/program/shader_source.h"
#include "gpu/spirv/kernel.h"
#include "gpu/spirv/spirv.h"
#include "gpu/spirv/wgsl.h"
#include "reference/model/try.h"
#include "reference/numeric/random.h"

namespace bindpose::gpu {
namespace {

/// The translation of each variant's compute shader. translate: of SPIR-V.
template <class Translate>
Expected<std::vector<std::string>> sample_texts(Api api, const Algorithm& algorithm, Translate translate) {
  constexpr std::size_t size = 20;
  Random random(1);
  const ArraySet sample = algorithm.implementation.sample(size, random);
  std::vector<std::string> texts;
  for (const Variant& variant : supported_variants(algorithm, api)) {
    const auto plan = checked_plan(least_device(api), {}, algorithm, sample, {}, variant);
    // Some variants refuse the sample: weights that do not sum to 1, joints that are not rigid.
    if (!plan && plan.error().code == "NOT_APPLICABLE") continue;
    if (!plan) return tl::unexpected(plan.error());
    BINDPOSE_TRY(const auto spirv, compile_spirv(ShaderStage::compute, compute_shader(plan->spec)));
    BINDPOSE_TRY(auto written, translate(spirv));
    texts.push_back(std::move(written.text));
  }
  return texts;
}

}  // namespace

Expected<std::vector<std::string>> sample_kernels(const Algorithm& algorithm, Contraction contraction) {
  return sample_texts(Api::opencl, algorithm, [contraction](std::span<const std::uint32_t> spirv) {
    return write_kernel(spirv, contraction);
  });
}

Expected<std::vector<std::string>> sample_wgsl(const Algorithm& algorithm) {
  return sample_texts(Api::webgpu, algorithm, &write_wgsl);
}

}  // namespace bindpose::gpu
