// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/recipe.h"

#include <cstddef>
#include <limits>
#include <span>
#include <utility>

#include "gpu/capture/plan.h"
#include "gpu/program/api_support.h"
#include "gpu/program/palette_binding.h"
#include "gpu/program/shader_source.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

bool is_opengl(const DeviceInfo& info) {
  return info.opened.api == Api::gl || info.opened.api == Api::gles;
}

bool has_joints_before(const Plan& plan) {
  return plan.spec.joint_binding == PaletteBinding::instance_base && plan.data.joint_rows > 0;
}

/// True if a program depends on the layout of vertices in buffers.
bool reads_buffers(const DeviceInfo& info) {
  return is_opengl(info) || info.opened.api == Api::vulkan;
}

/// Features that programs support: for OpenGL, all except several draw calls.
Expected<void> check_is_done(const DeviceInfo& info, const RunSettings& settings, const Plan& plan) {
  const char* where = "a standalone program";
  if (!reads_buffers(info) && !plan.compute && plan.path.vertices != VertexStorage::interleaved)
    return fail("NOT_SUPPORTED", where,
                "vertex layouts other than the first need a program of OpenGL or Vulkan");
  if (!is_opengl(info) && !plan.compute && plan.path != VertexPipeline{plan.path.vertices})
    return fail("NOT_SUPPORTED", where,
                "draw calls and captures other than the first need a program of OpenGL");
  if (!is_opengl(info) && has_joints_before(plan))
    return fail("NOT_SUPPORTED", where, "joints of a second instance need a program of OpenGL");
  if (plan.data.vertex_count > part_size(info, plan, settings))
    return fail("NOT_SUPPORTED", where, "the mesh needs more than one draw call");
  return {};
}

/// Moves the joints out of the plan. Call after fill_joint_rows().
BoundRows joints_of(Plan& plan) {
  std::vector<float>& rows = plan.data.joint_records;
  using Kind = BoundRows::Kind;
  switch (plan.spec.joint_binding) {
    case PaletteBinding::ssbo:
      return {Kind::storage_block, "", palette_binding, 0, std::move(rows)};
    case PaletteBinding::uniform_array:
      return {Kind::uniform_array, "palette", 0, 0, std::move(rows)};
    case PaletteBinding::texture:
      return {Kind::texture, "palette", palette_texture_unit, palette_texture_width, std::move(rows)};
    case PaletteBinding::buffer_texture:
      return {Kind::buffer_texture, "palette", palette_texture_unit, 0, std::move(rows)};
    case PaletteBinding::ubo:
    case PaletteBinding::instance_base:
      break;
  }
  return {Kind::uniform_block, "", palette_binding, 0, std::move(rows)};
}

/// True for WebGL and OpenGL; Vulkan's GLSL declares bindings.
bool binds_by_name(const Plan& plan) {
  return plan.spec.api != Api::vulkan;
}

BoundRows frames_of(Plan& plan) {
  std::vector<float>& rows = plan.data.frame_records;
  if (plan.spec.frames_in_ssbo)
    return {BoundRows::Kind::storage_block, "", frames_binding, 0, std::move(rows)};
  rows.resize(frame_texture_height(plan.data) * frame_texture_width * 4,
              std::numeric_limits<float>::quiet_NaN());
  return {BoundRows::Kind::texture, "frame_texture", binds_by_name(plan) ? 0 : frame_texture_binding,
          frame_texture_width, std::move(rows)};
}

/// Also for a device that runs a kernel instead of a shader.
Expected<Plan> plan_of(const DeviceInfo& info, const RunSettings& settings, const Algorithm& algorithm,
                       const ArraySet& question, const Options& options, const Variant& variant) {
  const bool takes_kernels = shader_api(info.opened.api) != info.opened.api;
  return takes_kernels ? checked_plan(info, settings, algorithm, question, options, variant)
                       : make_plan(info, settings, algorithm, question, options, variant);
}

void add_uniforms(Recipe& recipe, Plan& plan) {
  const auto vertices = static_cast<std::uint32_t>(plan.data.vertex_count);
  if (!binds_by_name(plan)) {
    if (plan.data.uniforms.empty()) return;
    recipe.bound.push_back(
        {BoundRows::Kind::uniform_block, "", uniforms_binding, 0, uniform_block(plan.data.uniforms)});
    return;
  }
  recipe.uniforms = std::move(plan.data.uniforms);
  if (plan.compute) recipe.numbers.emplace_back("vertex_count", vertices);
  if (!plan.spec.frame_fields.empty()) recipe.numbers.emplace_back("frame_vertices", vertices);
}

/// Errors NOT_APPLICABLE from storage.
Expected<RecipeDraw> draw_of(const DeviceInfo& info, const Plan& plan) {
  RecipeDraw draw;
  draw.path = plan.path;
  draw.beside = vertices_beside(info.opened, plan.path.draw);
  draw.wide_indices = needs_wide_indices(plan.path.draw, draw.beside, plan.data.vertex_count);
  draw.has_base_instance = has_base_instance(info.opened);
  draw.second_instance = plan.spec.base_by_attribute;
  draw.record = feedback_record(plan.spec.layout, plan.path.feedback);
  if (plan.path.feedback == FeedbackUse::paused || plan.path.feedback == FeedbackUse::drawn_again)
    draw.pass_through_shader = pass_through_shader(info.opened, plan.spec.layout);
  BINDPOSE_TRY(auto stored,
               store_vertices(plan.data.layout, plan.data.words, plan.path.vertices, draw.beside));
  draw.attributes = std::move(stored.attributes);
  for (const std::span<const std::byte> bytes : stored.bytes)
    draw.buffers.emplace_back(bytes.begin(), bytes.end());
  return draw;
}

/// Adds joints, frames and uniforms.
void add_bound(Recipe& recipe, Plan& plan) {
  if (plan.data.joint_rows > 0) {
    const std::size_t before = fill_joint_rows(plan);
    if (has_joints_before(plan)) {
      recipe.joints_before = before;
      recipe.numbers.emplace_back("instance_base", static_cast<std::uint32_t>(before));
    }
    recipe.bound.push_back(joints_of(plan));
  }
  if (!plan.spec.frame_fields.empty()) recipe.bound.push_back(frames_of(plan));
  add_uniforms(recipe, plan);
}

}  // namespace

Expected<Recipe> recipe_of(const DeviceInfo& info, const RunSettings& settings, const Algorithm& algorithm,
                           const ArraySet& question, const Options& options, const Variant& variant) {
  BINDPOSE_TRY(auto plan, plan_of(info, settings, algorithm, question, options, variant));
  BINDPOSE_CHECK(check_is_done(info, settings, plan));
  Recipe recipe;
  recipe.device = info.opened;
  recipe.compute = plan.compute;
  recipe.shader = shader_of(plan, settings);
  if (!plan.compute && reads_buffers(info)) {
    BINDPOSE_TRY(recipe.draw, draw_of(info, plan));
    recipe.varyings = recipe.draw.record.names;
  } else {
    recipe.draw.record = feedback_record(plan.spec.layout, FeedbackUse::interleaved);
    if (!plan.compute) recipe.varyings = recipe.draw.record.names;
  }
  add_bound(recipe, plan);
  recipe.vertex_count = plan.data.vertex_count;
  recipe.captures = plan.data.layout.captures();
  recipe.captured_words = plan.data.layout.captured_words();
  recipe.vertices = std::move(plan.data.words);
  return recipe;
}

}  // namespace bindpose::gpu
