// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/vulkan/skinner.h"

#include "gpu/capture/answer.h"
#include "gpu/capture/plan.h"
#include "gpu/program/palette_delivery.h"
#include "gpu/vulkan/limits.h"
#include "gpu/vulkan/plan_runner.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

VulkanSkinner::VulkanSkinner(VulkanDevice& device)
    : device_(device), runner_(std::make_unique<PlanRunner>(device)) {}

VulkanSkinner::~VulkanSkinner() = default;

const char* const VulkanSkinner::undelivered =
    "through Vulkan joints reach shaders in blocks, and vertices are drawn and captured in one way: palette "
    "is ubo or ssbo, draw arrays, "
    "feedback interleaved";

bool VulkanSkinner::delivers(const Variant& variant) {
  const PaletteDelivery delivery = palette_delivery(variant.palette);
  const VertexPath path = path_of(variant);
  return (delivery == PaletteDelivery::ubo || delivery == PaletteDelivery::ssbo) &&
         path.draw == DrawCall::arrays && path.feedback == FeedbackUse::interleaved;
}

double VulkanSkinner::seconds_on_device() const {
  return runner_->seconds_on_device();
}

const Computed& VulkanSkinner::computed() const {
  return runner_->computed();
}

std::size_t VulkanSkinner::program_count() const {
  return runner_->program_count();
}

Expected<std::string> VulkanSkinner::shader_source(const Algorithm& algorithm, const ArraySet& question,
                                                   const Options& options, const Variant& variant) const {
  BINDPOSE_TRY(const auto plan, make_plan(device_.info(), hooks, algorithm, question, options, variant));
  return plan.compute ? compute_shader(plan.spec) : vertex_shader(plan.spec);
}

Expected<ArraySet> VulkanSkinner::run(const Algorithm& algorithm, const ArraySet& question,
                                      const Options& options, const Variant& variant) {
  if (!delivers(variant)) return fail("NOT_SUPPORTED", "variant", undelivered);
  BINDPOSE_TRY(auto plan, make_plan(device_.info(), hooks, algorithm, question, options, variant));
  BINDPOSE_CHECK(check_limits(device_.info(), plan));
  if (!plan.compute) BINDPOSE_CHECK(check_feedback_limits(device_.info(), plan));
  const VertexLayout layout = plan.data.layout;
  const std::size_t vertex_count = plan.data.vertex_count;
  if (vertex_count == 0) return make_answer(layout, 0, {});
  BINDPOSE_TRY(const auto captured, runner_->run(std::move(plan), hooks));
  return make_answer(layout, vertex_count, captured);
}

}  // namespace bindpose::gpu
