// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/recipe.h"

#include <limits>
#include <utility>

#include "gpu/capture/plan.h"
#include "gpu/program/palette_delivery.h"
#include "gpu/program/shader_source.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

Expected<void> check_is_plain(const DeviceInfo& info, const TestHooks& hooks, const Plan& plan) {
  const char* where = "a program that stands alone";
  if (!(plan.path == VertexPath{}))
    return fail("NOT_SUPPORTED", where, "vertices are read, drawn or captured in another way than the first");
  if (plan.spec.delivery == PaletteDelivery::instance_base && plan.data.joint_rows > 0)
    return fail("NOT_SUPPORTED", where, "joints lie behind another instance's");
  if (plan.data.vertex_count > part_size(info, plan, hooks))
    return fail("NOT_SUPPORTED", where, "the mesh takes more than one draw call");
  return {};
}

BoundRows joints_of(Plan& plan) {
  fill_joint_rows(plan);
  std::vector<float>& rows = plan.data.joint_records;
  using Kind = BoundRows::Kind;
  switch (plan.spec.delivery) {
    case PaletteDelivery::ssbo:
      return {Kind::storage_block, "", palette_binding, 0, std::move(rows)};
    case PaletteDelivery::uniform_array:
      return {Kind::uniform_array, "palette", 0, 0, std::move(rows)};
    case PaletteDelivery::texture:
      return {Kind::texture, "palette", palette_texture_unit, palette_texture_width, std::move(rows)};
    case PaletteDelivery::buffer_texture:
      return {Kind::buffer_texture, "palette", palette_texture_unit, 0, std::move(rows)};
    case PaletteDelivery::ubo:
    case PaletteDelivery::instance_base:
      break;
  }
  return {Kind::uniform_block, "", palette_binding, 0, std::move(rows)};
}

BoundRows frames_of(Plan& plan) {
  std::vector<float>& rows = plan.data.frame_records;
  if (plan.spec.frames_in_ssbo)
    return {BoundRows::Kind::storage_block, "", frames_binding, 0, std::move(rows)};
  rows.resize(frame_texture_height(plan.data) * frame_texture_width * 4,
              std::numeric_limits<float>::quiet_NaN());
  return {BoundRows::Kind::texture, "frame_texture", 0, frame_texture_width, std::move(rows)};
}

}  // namespace

Expected<Recipe> recipe_of(const DeviceInfo& info, const TestHooks& hooks, const Algorithm& algorithm,
                           const ArraySet& question, const Options& options, const Variant& variant) {
  BINDPOSE_TRY(auto plan, make_plan(info, hooks, algorithm, question, options, variant));
  BINDPOSE_CHECK(check_is_plain(info, hooks, plan));
  const auto vertices = static_cast<std::uint32_t>(plan.data.vertex_count);
  Recipe recipe;
  recipe.device = info.opened;
  recipe.compute = plan.compute;
  recipe.shader = plan.compute ? compute_shader(plan.spec) : vertex_shader(plan.spec);
  if (hooks.edit) recipe.shader = hooks.edit(std::move(recipe.shader));
  if (!plan.compute) recipe.varyings = captured_varyings(plan.spec.layout);
  if (!plan.compute) recipe.attributes = plan.data.layout.attributes();
  if (plan.compute) recipe.numbers.emplace_back("vertex_count", vertices);
  if (plan.data.joint_rows > 0) recipe.bound.push_back(joints_of(plan));
  if (!plan.spec.frame_fields.empty()) {
    recipe.bound.push_back(frames_of(plan));
    recipe.numbers.emplace_back("frame_vertices", vertices);
  }
  recipe.vertex_count = plan.data.vertex_count;
  recipe.words = plan.data.layout.words();
  recipe.captures = plan.data.layout.captures();
  recipe.captured_words = plan.data.layout.captured_words();
  recipe.uniforms = std::move(plan.data.uniforms);
  recipe.vertices = std::move(plan.data.words);
  return recipe;
}

}  // namespace bindpose::gpu
