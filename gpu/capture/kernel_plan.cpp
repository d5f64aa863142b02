// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/kernel_plan.h"

#include <cstddef>

#include "gpu/program/palette_delivery.h"
#include "gpu/program/shader_source.h"
#include "reference/model/try.h"
#include "reference/numeric/random.h"

namespace bindpose::gpu {

const char* const computes_from_buffers_alone =
    "kernels compute, and are given joints and frames in buffers: capture is compute, palette ubo or ssbo, "
    "frames ssbo or attributes, vertices interleaved, narrow, integers or implicit";

bool computes_from_buffers(const Variant& variant) {
  const PaletteDelivery delivery = palette_delivery(variant.palette);
  const VertexPath path = path_of(variant);
  const bool reads_records = reads_records_so(path.vertices) &&
                             path == VertexPath{path.vertices, DrawCall::arrays, FeedbackUse::interleaved};
  return reads_records && variant.capture == "compute" && variant.frames != "texture" &&
         (delivery == PaletteDelivery::ubo || delivery == PaletteDelivery::ssbo);
}

Expected<Plan> make_kernel_plan(const DeviceInfo& info, const TestHooks& hooks, const Algorithm& algorithm,
                                const ArraySet& question, const Options& options, const Variant& variant) {
  if (!computes_from_buffers(variant)) return fail("NOT_SUPPORTED", "variant", computes_from_buffers_alone);
  BINDPOSE_TRY(auto plan, make_plan(info, hooks, algorithm, question, options, variant));
  BINDPOSE_CHECK(check_limits(info, plan));
  plan.spec.api = Api::vulkan;
  return plan;
}

Expected<std::vector<std::string>> sample_compute_shaders(const DeviceInfo& info,
                                                          const Algorithm& algorithm) {
  constexpr std::size_t size = 20;
  Random random(1);
  const ArraySet sample = algorithm.implementation.sample(size, random);
  std::vector<std::string> shaders;
  for (const Variant& variant : variants(algorithm)) {
    if (!computes_from_buffers(variant)) continue;
    const auto plan = make_kernel_plan(info, {}, algorithm, sample, {}, variant);
    // The sample does not fit every variant: weights that do not sum to 1, joints that are not rigid.
    if (!plan && plan.error().code == "NOT_APPLICABLE") continue;
    if (!plan) return tl::unexpected(plan.error());
    shaders.push_back(compute_shader(plan->spec));
  }
  return shaders;
}

}  // namespace bindpose::gpu
