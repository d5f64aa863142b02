// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/plan.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "gpu/device/limit_names.h"
#include "gpu/program/embedded.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

constexpr std::size_t part_bytes = std::size_t{64} << 20;  ///< drivers refuse capture buffers from 256 MiB up

Expected<std::string_view> body_of(const Algorithm& algorithm, const TestHooks& hooks) {
  if (const auto replaced = hooks.bodies.find(algorithm.stem); replaced != hooks.bodies.end())
    return std::string_view(replaced->second);
  const std::string_view text = embedded_body(algorithm);
  if (!text.empty()) return text;
  return fail("NOT_SUPPORTED", algorithm.path(), "the algorithm has no GLSL");
}

/// Joints of the uniform block: a size that serves most palettes, so that one program does, within the limit.
std::size_t uniform_capacity(const DeviceInfo& info, std::size_t joint_count, std::size_t joint_bytes) {
  constexpr std::size_t usual_bytes = 65536;
  const auto limit = static_cast<std::size_t>(info.limit("MAX_UNIFORM_BLOCK_SIZE"));
  const std::size_t usual = std::min(limit, usual_bytes) / joint_bytes;
  return joint_count <= usual ? usual : std::min(std::bit_ceil(joint_count), limit / joint_bytes);
}

/// The question with what it leaves to be understood: without weights each of them is 1.
ArraySet with_weights(const ArraySet& question) {
  ArraySet weighted = question;
  const Array& joints = *question.find("joints");
  weighted.add("weights", Shape(joints.shape), Array::Reals(element_count(joints.shape), 1.0));
  return weighted;
}

/// implicit-last-weight is the same result only where the weights of a vertex sum to 1.
Expected<void> check_weight_sums(const Array& weights) {
  const std::size_t columns = weights.shape[1];
  for (std::size_t v = 0; v < weights.shape[0]; ++v) {
    double sum = 0;
    for (std::size_t i = 0; i < columns; ++i)
      sum += weights.reals()[v * columns + i];
    if (!(sum == 1))
      return fail("NOT_APPLICABLE", fmt::format("weights[{}]", v),
                  fmt::format("weights sum to {:.9g}, implicit-last-weight needs exactly 1", sum));
  }
  return {};
}

/// A uniform takes a vec4, an array one for each element where a driver pads.
std::size_t uniform_components(const VertexData& data) {
  std::size_t components = 0;
  for (const UniformField& uniform : data.uniforms)
    components += uniform.array ? 4 * uniform.values.size() : 4;
  return components;
}

PaletteForm form_of(const Variant& variant) {
  const auto found = std::find(palette_form_names.begin(), palette_form_names.end(), variant.form);
  return found == palette_form_names.end() ? PaletteForm::rows_3x4
                                           : static_cast<PaletteForm>(found - palette_form_names.begin());
}

ShaderSpec make_spec(const DeviceInfo& info, std::string_view text, const Body& body, const Variant& variant,
                     const VertexData& data) {
  ShaderSpec spec;
  spec.api = info.opened.api;
  spec.layout = data.layout;
  spec.body = text;
  spec.macros = data.macros;
  spec.palette = body.palette;
  if (body.palette)
    spec.macros.push_back(
        option_macro("form", palette_form_names[static_cast<std::size_t>(form_of(variant))]));
  spec.joint_rows = data.joint_rows;
  spec.joint_fields = data.joint_fields;
  spec.uniforms = data.uniforms;
  spec.frame_fields = data.frame_fields;
  spec.frames_in_ssbo = variant.frames == "ssbo";
  spec.palette_in_ssbo = variant.palette == "ssbo";
  if (!spec.palette_in_ssbo && data.joint_rows > 0)
    spec.palette_capacity = uniform_capacity(info, data.joint_count, 4 * sizeof(float) * data.joint_rows);
  return spec;
}

}  // namespace

Expected<Plan> make_plan(const DeviceInfo& info, const TestHooks& hooks, const Algorithm& algorithm,
                         const ArraySet& question, Options options, const Variant& variant) {
  BINDPOSE_TRY(const auto text, body_of(algorithm, hooks));
  BINDPOSE_TRY(const auto body, read_body(text));
  if (body.weighted && question.has("joints") && !question.has("weights"))
    return make_plan(info, hooks, algorithm, with_weights(question), std::move(options), variant);
  BINDPOSE_TRY(const auto checked, variant_from_options(algorithm, text, to_options(variant)));
  if (!variant.formulation.empty()) options["formulation"] = variant.formulation;
  BINDPOSE_TRY(auto macros, option_macros(algorithm, text, options));
  BINDPOSE_TRY(auto data, read_vertex_data(question, body, form_of(checked), checked.frames != "attributes"));
  if (options["formulation"] == "implicit-last-weight" && body.weighted)
    BINDPOSE_CHECK(check_weight_sums(*question.find("weights")));

  Plan plan;
  plan.compute = variant.capture == "compute";
  plan.spec = make_spec(info, text, body, checked, data);
  plan.spec.macros.insert(plan.spec.macros.begin(), macros.begin(), macros.end());
  plan.spec.precision = hooks.precision;
  plan.data = std::move(data);
  return plan;
}

Expected<void> check_limits(const DeviceInfo& info, const Plan& plan) {
  const bool compute = plan.compute, ssbo = plan.spec.palette_in_ssbo;
  const bool frames_apart = !plan.spec.frame_fields.empty(), frames_in_ssbo = plan.spec.frames_in_ssbo;
  const VertexLayout& layout = plan.data.layout;
  struct Need {
    bool exists;
    const char* limit;
    std::size_t size;
    const char* what;
  };
  const Need needs[] = {
      {true, compute ? "MAX_COMPUTE_SHADER_STORAGE_BLOCKS" : "MAX_VERTEX_SHADER_STORAGE_BLOCKS",
       (compute ? 2U : 0U) + (ssbo ? 1U : 0U) + (frames_apart && frames_in_ssbo ? 1U : 0U),
       compute ? "the compute shader" : "a palette or frames by SSBO"},
      {frames_apart && frames_in_ssbo, "MAX_SHADER_STORAGE_BLOCK_SIZE",
       plan.data.frame_records.size() * sizeof(float), "frames by SSBO"},
      {frames_apart && !frames_in_ssbo, "MAX_TEXTURE_SIZE",
       std::max(frame_texture_width, frame_texture_height(plan.data)), "frames by texture"},
      {frames_apart && !frames_in_ssbo && !compute, "MAX_VERTEX_TEXTURE_IMAGE_UNITS", 1, "frames by texture"},
      {true, ssbo ? "MAX_SHADER_STORAGE_BLOCK_SIZE" : "MAX_UNIFORM_BLOCK_SIZE",
       plan.data.joint_count * plan.joint_bytes(), "the palette"},
      {true, compute ? "MAX_COMPUTE_UNIFORM_COMPONENTS" : "MAX_VERTEX_UNIFORM_COMPONENTS",
       uniform_components(plan.data), "the uniform inputs"},
      {compute, "MAX_COMPUTE_WORK_GROUP_INVOCATIONS", compute_group_size, "the compute shader"},
      {!compute, "MAX_VERTEX_ATTRIBS", layout.attributes().size(), "the vertex"},
      {!compute, "MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS", layout.captured_words(), "the vertex"},
  };
  for (const auto& [exists, limit, size, what] : needs)
    if (exists && size > static_cast<std::size_t>(info.limit(limit)))
      return fail("NOT_SUPPORTED", limit_name(info.opened.api, limit),
                  fmt::format("{} is {}, {} needs {}", limit_name(info.opened.api, limit), info.limit(limit),
                              what, size));
  return {};
}

std::size_t frame_texture_height(const VertexData& data) {
  return (data.frame_records.size() / 4 + frame_texture_width - 1) / frame_texture_width;
}

std::size_t part_size(const DeviceInfo& info, const Plan& plan, const TestHooks& hooks) {
  const VertexLayout& layout = plan.data.layout;
  const std::size_t record = std::max(layout.words(), layout.captured_words()) * sizeof(std::uint32_t);
  std::size_t bytes = part_bytes;
  std::size_t most = std::numeric_limits<std::int32_t>::max();
  if (plan.compute) {
    bytes = std::min(bytes, static_cast<std::size_t>(info.limit("MAX_SHADER_STORAGE_BLOCK_SIZE")));
    most = static_cast<std::size_t>(info.limit("MAX_COMPUTE_WORK_GROUP_COUNT")) * compute_group_size;
  }
  most = std::min(most, bytes / record);
  if (hooks.part_vertices > 0) most = std::min(most, hooks.part_vertices);
  return std::max<std::size_t>(most, 1);
}

}  // namespace bindpose::gpu
