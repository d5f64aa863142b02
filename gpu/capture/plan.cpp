// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/plan.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gpu/capture/feedback_record.h"
#include "gpu/device/limit_names.h"
#include "gpu/program/api_support.h"
#include "gpu/program/embedded.h"
#include "gpu/program/narrow_form.h"
#include "gpu/program/packed_weights.h"
#include "gpu/program/palette_binding.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

/// All uniforms except the palette's. A uniform takes a vec4; an array takes one per element on drivers that
/// pad.
std::size_t uniform_components(const ShaderSpec& spec, bool compute) {
  std::size_t uniforms = compute ? 1 : 0;         // vertex_count
  if (!spec.frame_fields.empty()) uniforms += 2;  // frame_vertices, vertices_before
  // NVIDIA counts a texture's unit as a number.
  if (!spec.frame_fields.empty() && !spec.frames_in_ssbo) uniforms += 1;
  for (const UniformField& uniform : spec.uniforms)
    uniforms += uniform.array ? uniform.values.size() : 1;
  return 4 * uniforms;
}

Expected<std::string_view> shader_function_of(const Algorithm& algorithm, const RunSettings& settings) {
  if (const auto replaced = settings.bodies.find(algorithm.stem); replaced != settings.bodies.end())
    return std::string_view(replaced->second);
  const std::string_view text = embedded_function(algorithm);
  if (!text.empty()) return text;
  return fail("NOT_SUPPORTED", algorithm.path(), "the algorithm has no GLSL");
}

constexpr std::size_t number_bytes = sizeof(float);
constexpr std::size_t page_bytes = std::size_t{4} << 20;  // the largest message between two processes

const char* uniform_components_limit(bool compute) {
  return compute ? "MAX_COMPUTE_UNIFORM_COMPONENTS" : "MAX_VERTEX_UNIFORM_COMPONENTS";
}

/// Sizes of declared arrays of joints: the usual one and the largest one, in bytes.
struct Sizes {
  std::size_t usual, most;
};

Sizes sizes_of_arrays(const DeviceInfo& info, const ShaderSpec& spec, bool compute) {
  if (spec.joint_binding != PaletteBinding::uniform_array)
    return {65536, static_cast<std::size_t>(info.limit("MAX_UNIFORM_BLOCK_SIZE"))};
  const auto limit = static_cast<std::size_t>(info.limit(uniform_components_limit(compute)));
  const std::size_t others = uniform_components(spec, compute);
  return {16384, (limit - std::min(limit, others)) * number_bytes};
}

/// The number of declared joints: a size that fits most palettes, so that they share a program, within the
/// limit.
std::size_t declared_joints(const Sizes& sizes, std::size_t joint_count, std::size_t joint_rows) {
  const std::size_t joint_bytes = 4 * number_bytes * joint_rows;
  const std::size_t usual = std::min(sizes.most, sizes.usual) / joint_bytes;
  return joint_count <= usual ? usual : std::min(std::bit_ceil(joint_count), sizes.most / joint_bytes);
}

/// The input with its defaults: without weights, every weight is 1.
ArraySet with_weights(const ArraySet& question) {
  ArraySet weighted = question;
  const Array& joints = *question.find("joints");
  weighted.add("weights", Shape(joints.shape), Array::Reals(element_count(joints.shape), 1.0));
  return weighted;
}

/// implicit-last-weight gives the same result only if the weights of a vertex sum to 1.
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

PaletteForm form_of(const Variant& variant) {
  const auto found = std::find(palette_form_names.begin(), palette_form_names.end(), variant.form);
  return found == palette_form_names.end() ? PaletteForm::rows_3x4
                                           : static_cast<PaletteForm>(found - palette_form_names.begin());
}

/// The spec without the joints' capacity and base, which declare_joints() sets.
ShaderSpec make_spec(const DeviceInfo& info, std::string_view text, const ShaderFunction& body,
                     const Variant& variant, const VertexData& data) {
  ShaderSpec spec;
  spec.api = shader_api(info.opened.api);
  spec.version = info.opened.version;
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
  spec.joint_binding = palette_binding_named(variant.palette);
  return spec;
}

/// Allocates memory for an instance's joints and the data before them.
void declare_joints(const DeviceInfo& info, Plan& plan) {
  ShaderSpec& spec = plan.spec;
  if (spec.joint_rows == 0) return;
  spec.base_by_attribute = spec.joint_binding == PaletteBinding::instance_base && !plan.compute &&
                           spec.api == Api::gl && !is_older(info.opened, {4, 2}, {}) &&
                           !spec.vertex_per_instance;
  const std::size_t joints =
      plan.data.joint_count + rows_before(spec.joint_binding, plan.palette_rows()) / spec.joint_rows;
  if (declares_rows(spec.joint_binding))
    spec.palette_capacity =
        plan.is_exact ? std::max<std::size_t>(joints, 1)
                      : declared_joints(sizes_of_arrays(info, spec, plan.compute), joints, spec.joint_rows);
}

/// A plan's need of one limit of a device.
struct Need {
  const char* limit;
  std::size_t size;
  const char* what;
};

/// Needs of the program, and of the blocks, textures and uniforms of its inputs.
std::vector<Need> needs_of_program(const Plan& plan) {
  const bool compute = plan.compute, frames_apart = !plan.spec.frame_fields.empty();
  const bool frames_in_ssbo = frames_apart && plan.spec.frames_in_ssbo;
  const bool frames_in_texture = frames_apart && !plan.spec.frames_in_ssbo;
  const PaletteNeeds palette = palette_needs(plan.spec.joint_binding, plan.palette_rows());
  std::vector<Need> needs = {
      {compute ? "MAX_COMPUTE_SHADER_STORAGE_BLOCKS" : "MAX_VERTEX_SHADER_STORAGE_BLOCKS",
       (compute ? 2U : 0U) + palette.storage_blocks + (frames_in_ssbo ? 1U : 0U),
       compute ? "the compute shader" : "a palette or frames by SSBO"},
      {compute ? "MAX_COMPUTE_TEXTURE_IMAGE_UNITS" : "MAX_VERTEX_TEXTURE_IMAGE_UNITS",
       palette.texture_units + (frames_in_texture ? 1U : 0U), "a palette or frames by texture"},
      {"MAX_SHADER_STORAGE_BLOCK_SIZE", palette.storage_block_bytes, "the palette"},
      {"MAX_UNIFORM_BLOCK_SIZE", palette.uniform_block_bytes, "the palette"},
      {"MAX_TEXTURE_SIZE", palette.texture_size, "the palette"},
      {"MAX_TEXTURE_BUFFER_SIZE", palette.buffer_texels, "the palette"},
      {uniform_components_limit(compute), palette.uniform_components + uniform_components(plan.spec, compute),
       palette.uniform_components > 0 ? "the palette with the uniform inputs" : "the uniform inputs"}};
  if (plan.from_binary && plan.spec.api != Api::vulkan)
    needs.push_back({"NUM_PROGRAM_BINARY_FORMATS", 1, "a program from a binary"});
  if (frames_in_ssbo)
    needs.push_back(
        {"MAX_SHADER_STORAGE_BLOCK_SIZE", plan.data.frame_records.size() * number_bytes, "frames by SSBO"});
  if (frames_in_texture)
    needs.push_back({"MAX_TEXTURE_SIZE", std::max(frame_texture_width, frame_texture_height(plan.data)),
                     "frames by texture"});
  return needs;
}

/// Needs of the vertices that are read and written.
std::vector<Need> needs_of_vertices(const Plan& plan) {
  if (plan.compute) return {{"MAX_COMPUTE_WORK_GROUP_INVOCATIONS", compute_group_size, "the compute shader"}};
  const VertexLayout& layout = plan.data.layout;
  const std::vector<VertexLayout::Capture> captures = layout.captures();
  std::vector<Need> needs = {{"MAX_VERTEX_ATTRIBS",
                              layout.attributes().size() + (plan.spec.base_by_attribute ? 1U : 0U),
                              "the vertex"}};
  if (plan.path.feedback == FeedbackUse::separate) {
    const auto widest = std::ranges::max_element(captures, {}, &VertexLayout::Capture::width);
    needs.push_back({"MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS", captures.size(), "a buffer for each array"});
    needs.push_back({"MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS", widest->width, "an array by itself"});
  } else {
    needs.push_back({"MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS",
                     feedback_record(layout, plan.path.feedback).words, "the vertex"});
  }
  return needs;
}

/// Rows that are sent, for all instances and after them. A storage block, or a texture of a buffer, has at least
/// one joint.
std::size_t rows_to_send(const Plan& plan) {
  if (declares_rows(plan.spec.joint_binding)) return plan.spec.palette_capacity * plan.data.joint_rows;
  const std::size_t rows = std::max<std::size_t>(plan.data.joint_count, 1) * plan.data.joint_rows;
  if (plan.spec.joint_binding != PaletteBinding::texture) return rows;
  return (rows + palette_texture_width - 1) / palette_texture_width * palette_texture_width;
}

}  // namespace

Expected<Plan> make_plan(const DeviceInfo& info, const RunSettings& settings, const Algorithm& algorithm,
                         const ArraySet& question, Options options, const Variant& variant) {
  BINDPOSE_TRY(const auto text, shader_function_of(algorithm, settings));
  BINDPOSE_TRY(const auto body, read_shader_function(text));
  if (body.weighted && question.has("joints") && !question.has("weights"))
    return make_plan(info, settings, algorithm, with_weights(question), std::move(options), variant);
  BINDPOSE_TRY(const auto checked, variant_from_options(algorithm, text, to_options(variant)));
  if (!variant.formulation.empty()) options["formulation"] = variant.formulation;
  BINDPOSE_TRY(auto macros, option_macros(algorithm, text, options));
  BINDPOSE_TRY(auto data, read_vertex_data(question, body, form_of(checked), checked.frames != "attributes"));
  if (options["formulation"] == "implicit-last-weight" && body.weighted)
    BINDPOSE_CHECK(check_weight_sums(*question.find("weights")));

  Plan plan;
  plan.compute = variant.capture == "compute";
  plan.path = path_of(checked);
  plan.is_exact = checked.upload == "exact";
  if (plan.path.vertices == VertexStorage::integers || plan.path.vertices == VertexStorage::implicit)
    BINDPOSE_CHECK(weights_in_steps(data, plan.path.vertices == VertexStorage::implicit));
  if (plan.compute && is_narrow(plan.path.vertices)) BINDPOSE_CHECK(narrow_records(data));
  plan.spec = make_spec(info, text, body, checked, data);
  plan.spec.macros.insert(plan.spec.macros.begin(), macros.begin(), macros.end());
  plan.spec.precision = settings.precision;
  plan.spec.staged = plan.compute && settings.staged.value_or(!info.software) && can_be_staged(data.layout);
  plan.from_binary = settings.from_binary;
  plan.spec.writes_constant = plan.path.feedback == FeedbackUse::reordered;
  plan.spec.vertex_per_instance = plan.path.draw == DrawCall::instanced;
  plan.data = std::move(data);
  declare_joints(info, plan);
  return plan;
}

Expected<void> check_limits(const DeviceInfo& info, const Plan& plan) {
  const bool samples_buffer =
      plan.spec.joint_rows > 0 && plan.spec.joint_binding == PaletteBinding::buffer_texture;
  if (samples_buffer && info.limit("MAX_TEXTURE_BUFFER_SIZE") == 0)
    return fail(
        "NOT_SUPPORTED", "GL_EXT_texture_buffer",
        fmt::format("buffer textures need OpenGL ES 3.2 or this extension; the context is {} without it",
                    version_in_use(info)));
  for (const auto& some : {needs_of_program(plan), needs_of_vertices(plan)})
    for (const auto& [limit, size, what] : some)
      if (size > static_cast<std::size_t>(info.limit(limit)))
        return fail("NOT_SUPPORTED", limit_name(info.opened.api, limit),
                    fmt::format("{} is {}, {} needs {}", limit_name(info.opened.api, limit),
                                info.limit(limit), what, size));
  return {};
}

Expected<Plan> checked_plan(const DeviceInfo& info, const RunSettings& settings, const Algorithm& algorithm,
                            const ArraySet& question, const Options& options, const Variant& variant) {
  const Api api = info.opened.api;
  if (!supports(api, variant)) return fail("NOT_SUPPORTED", "variant", supported_by(api));
  BINDPOSE_TRY(auto plan, make_plan(info, settings, algorithm, question, options, variant));
  BINDPOSE_CHECK(check_limits(info, plan));
  return plan;
}

std::string shader_of(const Plan& plan, const RunSettings& settings) {
  std::string text = plan.compute ? compute_shader(plan.spec) : vertex_shader(plan.spec);
  return settings.edit ? settings.edit(std::move(text)) : text;
}

bool captures_draws(const DeviceInfo& info) {
  const Api api = info.opened.api;
  if (api == Api::vulkan) return info.limits.contains("maxTransformFeedbackBufferDataStride");
  return shader_api(api) != Api::vulkan;
}

std::size_t fill_joint_rows(Plan& plan) {
  if (plan.data.joint_rows == 0) return 0;
  std::vector<float>& numbers = plan.data.joint_records;
  const std::size_t before = rows_before(plan.spec.joint_binding, numbers.size() / 4);
  numbers.insert(numbers.begin(), 4 * before, std::numeric_limits<float>::quiet_NaN());
  numbers.resize(4 * rows_to_send(plan), std::numeric_limits<float>::quiet_NaN());
  return before;
}

std::size_t frame_texture_height(const VertexData& data) {
  return (data.frame_records.size() / 4 + frame_texture_width - 1) / frame_texture_width;
}

std::size_t bytes_computed(const Plan& plan) {
  const VertexData& data = plan.data;
  const std::size_t words =
      data.words.size() + data.frame_records.size() + data.vertex_count * data.layout.captured_words();
  return words * sizeof(std::uint32_t);
}

std::size_t part_size(const DeviceInfo& info, const Plan& plan, const RunSettings& settings) {
  const VertexLayout& layout = plan.data.layout;
  const std::size_t record = std::max(layout.record_words(), layout.captured_words()) * sizeof(std::uint32_t);
  const bool by_page = info.opened.api == Api::webgl || info.opened.api == Api::webgpu;
  std::size_t bytes = by_page ? std::min(settings.part_bytes, page_bytes) : settings.part_bytes;
  std::size_t most = std::numeric_limits<std::int32_t>::max();
  if (plan.compute) {
    bytes = std::min(bytes, static_cast<std::size_t>(info.limit("MAX_SHADER_STORAGE_BLOCK_SIZE")));
    most = static_cast<std::size_t>(info.limit("MAX_COMPUTE_WORK_GROUP_COUNT")) * compute_group_size;
  }
  most = std::min(most, bytes / record);
  if (settings.part_vertices > 0) most = std::min(most, settings.part_vertices);
  return std::max<std::size_t>(most, 1);
}

}  // namespace bindpose::gpu
