// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/web/skinner.h"

#include "gpu/capture/answer.h"
#include "gpu/capture/plan.h"
#include "gpu/program/palette_delivery.h"
#include "gpu/program/shader_source.h"
#include "gpu/web/plan_runner.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

const char* const WebSkinner::undelivered =
    "WebGL 2 has no compute shaders, storage blocks or textures of buffers, and draws by no indices while "
    "vertices are captured: "
    "capture is transform-feedback, palette ubo, uniform-array, texture or instance-base, frames texture or "
    "attributes, draw arrays, "
    "first or instanced, feedback interleaved";

WebSkinner::WebSkinner(WebDevice& device) : device_(device), runner_(std::make_unique<WebRunner>(device)) {}

WebSkinner::~WebSkinner() = default;

bool WebSkinner::delivers(const Variant& variant) {
  const PaletteDelivery delivery = palette_delivery(variant.palette);
  const VertexPath path = path_of(variant);
  return variant.capture != "compute" && variant.frames != "ssbo" && delivery != PaletteDelivery::ssbo &&
         delivery != PaletteDelivery::buffer_texture && path.draw != DrawCall::indexed &&
         path.draw != DrawCall::base_vertex && path.feedback == FeedbackUse::interleaved;
}

std::size_t WebSkinner::program_count() const {
  return runner_->program_count();
}

Expected<std::string> WebSkinner::shader_source(const Algorithm& algorithm, const ArraySet& question,
                                                const Options& options, const Variant& variant) const {
  BINDPOSE_TRY(const auto plan, make_plan(device_.info(), hooks, algorithm, question, options, variant));
  return vertex_shader(plan.spec);
}

Expected<ArraySet> WebSkinner::run(const Algorithm& algorithm, const ArraySet& question,
                                   const Options& options, const Variant& variant) {
  if (!delivers(variant)) return fail("NOT_SUPPORTED", "variant", undelivered);
  BINDPOSE_TRY(auto plan, make_plan(device_.info(), hooks, algorithm, question, options, variant));
  BINDPOSE_CHECK(check_limits(device_.info(), plan));
  const VertexLayout layout = plan.data.layout;
  const std::size_t vertex_count = plan.data.vertex_count;
  if (vertex_count == 0) return make_answer(layout, 0, {});
  BINDPOSE_TRY(const auto captured, runner_->run(std::move(plan), hooks));
  return make_answer(layout, vertex_count, captured);
}

}  // namespace bindpose::gpu
