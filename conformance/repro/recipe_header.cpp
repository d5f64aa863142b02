// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/repro/gpu_recipe.h"
#include "gpu/program/shader_source.h"
#include "gpu/spirv/kernel.h"
#include "gpu/vulkan/vertex_input.h"

namespace bindpose::conformance {
namespace {

using Rows = std::vector<std::string>;

std::string name_of_kind(gpu::BoundRows::Kind kind) {
  constexpr const char* names[] = {"UNIFORM_BLOCK", "STORAGE_BLOCK", "UNIFORM_ARRAY", "TEXTURE",
                                   "BUFFER_TEXTURE"};
  return names[static_cast<std::size_t>(kind)];
}

std::string definition(const char* name, auto value) {
  return fmt::format("#define {} {}\n", name, value);
}

/// "#define NAME count" and a table of its rows, which C does not allow to be empty.
std::string table(const char* count_name, const char* declaration, const Rows& rows, const char* of_none) {
  return definition(count_name, rows.size()) +
         fmt::format("static const {}[] = {{{}}};\n", declaration,
                     rows.empty() ? std::string(of_none) : fmt::format("{}", fmt::join(rows, ", ")));
}

std::string bound_table(const gpu::Recipe& recipe) {
  Rows rows;
  for (std::size_t i = 0; i < recipe.bound.size(); ++i) {
    const gpu::BoundRows& bound = recipe.bound[i];
    rows.push_back(fmt::format(R"({{{}, "{}", {}, {}, "{}"}})", name_of_kind(bound.kind), bound.name,
                               bound.place, bound.width, file_of_rows(i)));
  }
  return table("BOUND", "struct rows bound_rows", rows, R"({UNIFORM_BLOCK, "", 0, 0, ""})");
}

std::string captures_table(const gpu::Recipe& recipe, const std::vector<JudgedCapture>& judged) {
  Rows rows;
  for (std::size_t i = 0; i < recipe.captures.size(); ++i) {
    const auto& capture = recipe.captures[i];
    const double length = judged[i].length_bound;
    rows.push_back(fmt::format(R"({{"{}", {}, {}, {}, {}}})", capture.name, capture.at, capture.width,
                               judged[i].are_rotations ? 1 : 0,
                               std::isinf(length) ? "INFINITY" : fmt::format("{:.17g}", length)));
  }
  return table("CAPTURES", "struct capture captures", rows, R"({"", 0, 0, 0, INFINITY})");
}

/// The names that OpenGL uses.
std::string names_tables(const gpu::Recipe& recipe) {
  Rows varyings, uniforms, numbers;
  for (const std::string& varying : recipe.varyings)
    varyings.push_back(fmt::format("\"{}\"", varying));
  for (std::size_t i = 0; i < recipe.uniforms.size(); ++i)
    uniforms.push_back(fmt::format(R"({{"{}", {}, "{}"}})", recipe.uniforms[i].name,
                                   recipe.uniforms[i].array ? 1 : 0, file_of_uniform(i)));
  for (const auto& [name, value] : recipe.numbers)
    numbers.push_back(fmt::format("{{\"{}\", {}}}", name, value));
  return table("VARYINGS", "char *const varyings", varyings, "\"\"") +
         table("UNIFORMS", "struct uniform uniforms", uniforms, R"({"", 0, ""})") +
         table("NUMBERS", "struct number numbers", numbers, R"({"", 0})");
}

std::string name_of(gpu::DrawCall draw) {
  constexpr const char* names[] = {"DRAW_ARRAYS", "DRAW_FIRST", "DRAW_INDEXED", "DRAW_BASE_VERTEX",
                                   "DRAW_INSTANCED"};
  return names[static_cast<std::size_t>(draw)];
}

std::string name_of(gpu::FeedbackUse use) {
  constexpr const char* names[] = {"CAPTURE_INTERLEAVED", "CAPTURE_SEPARATE",    "CAPTURE_PAUSED",
                                   "CAPTURE_ALTERNATING", "CAPTURE_OVERFLOWING", "CAPTURE_DRAWN_AGAIN",
                                   "CAPTURE_GAPS",        "CAPTURE_REORDERED"};
  return names[static_cast<std::size_t>(use)];
}

/// The files of the buffers from which a vertex shader reads.
std::string buffers_table(const gpu::RecipeDraw& draw) {
  Rows rows;
  for (std::size_t i = 0; i < draw.buffers.size(); ++i)
    rows.push_back(fmt::format("\"{}\"", file_of_buffer(i)));
  return table("BUFFERS", "char *const buffers", rows, "\"\"");
}

std::string stored_tables(const gpu::RecipeDraw& draw) {
  Rows attributes;
  for (const gpu::StoredAttribute& stored : draw.attributes)
    attributes.push_back(fmt::format("{{{}, 0x{:04X}, {}, {}, {}, {}, {}}}", stored.numbers, stored.form.type,
                                     stored.integer ? 1 : 0, stored.form.normalized ? 1 : 0, stored.buffer,
                                     stored.offset, stored.stride));
  return buffers_table(draw) + table("STORED", "struct stored stored", attributes, "{0, 0, 0, 0, 0, 0, 0}");
}

/// The positions of arrays and other words in a captured record.
std::string record_tables(const gpu::FeedbackRecord& record) {
  Rows places, beside;
  for (const std::size_t at : record.at)
    places.push_back(fmt::format("{}", at));
  for (const std::size_t at : record.skipped)
    beside.push_back(fmt::format("{{{}, NAN}}", at));
  for (std::size_t i = 0; i < record.constant.size(); ++i)
    beside.push_back(fmt::format("{{{}, (float){:.9g}}}", record.constant[i], gpu::constant_value[i]));
  return definition("RECORD_WORDS", record.words) + table("PLACES", "int places", places, "0") +
         table("WORDS_BESIDE", "struct word words_beside", beside, "{0, 0}");
}

std::string draw_part(const gpu::Recipe& recipe) {
  const gpu::RecipeDraw& draw = recipe.draw;
  return definition("DRAW", name_of(draw.path.draw)) + definition("FEEDBACK", name_of(draw.path.feedback)) +
         definition("BESIDE", draw.beside) + definition("WIDE_INDICES", draw.wide_indices ? 1 : 0) +
         definition("HAS_BASE_INSTANCE", draw.has_base_instance ? 1 : 0) +
         definition("IS_SECOND_INSTANCE", draw.second_instance ? 1 : 0) +
         definition("JOINTS_BEFORE", recipe.joints_before) + stored_tables(draw) + record_tables(draw.record);
}

std::string opengl_part(const gpu::Recipe& recipe) {
  const gpu::DeviceRequest& device = recipe.device;
  return definition("OPENGL_ES", device.api == gpu::Api::gles ? 1 : 0) +
         definition("OSMESA", device.platform == gpu::Platform::osmesa ? 1 : 0) +
         definition("ANGLE", device.platform == gpu::Platform::angle ? 1 : 0) + draw_part(recipe) +
         bound_table(recipe) + names_tables(recipe);
}

/// The buffers, and how a pipeline reads them, in Vulkan's own types.
std::string vertex_input_tables(const gpu::RecipeDraw& draw) {
  const gpu::VulkanVertexInput input = gpu::vertex_input(draw.attributes);
  Rows bindings, attributes;
  for (const VkVertexInputBindingDescription& buffer : input.buffers)
    bindings.push_back(fmt::format("{{{}, {}, VK_VERTEX_INPUT_RATE_VERTEX}}", buffer.binding, buffer.stride));
  for (const VkVertexInputAttributeDescription& attribute : input.attributes)
    attributes.push_back(fmt::format("{{{}, {}, {}, {}}}", attribute.location, attribute.binding,
                                     gpu::vertex_format_name(attribute.format), attribute.offset));
  return "#include <vulkan/vulkan.h>\n" + buffers_table(draw) +
         table("BINDINGS", "VkVertexInputBindingDescription bindings", bindings,
               "{0, 0, VK_VERTEX_INPUT_RATE_VERTEX}") +
         table("ATTRIBUTES", "VkVertexInputAttributeDescription attributes", attributes,
               "{0, 0, VK_FORMAT_UNDEFINED, 0}");
}

std::string vulkan_part(const gpu::Recipe& recipe) {
  std::string text =
      fmt::format("static const unsigned part_numbers[] = {{{0}, 0, {0}}};\n", recipe.vertex_count);
  if (!recipe.compute) text += vertex_input_tables(recipe.draw);
  return text + bound_table(recipe);
}

/// The file that a kernel reads at a binding; 0 for an output.
std::string argument_at(const gpu::Recipe& recipe, unsigned binding) {
  if (binding == gpu::captured_binding) return "0";
  if (binding == gpu::vertices_binding) return fmt::format("\"{}\"", vertices_file);
  if (binding == gpu::part_numbers_binding) return fmt::format("\"{}\"", part_numbers_file);
  const auto bound = std::ranges::find(recipe.bound, binding, &gpu::BoundRows::place);
  return fmt::format("\"{}\"", file_of_rows(static_cast<std::size_t>(bound - recipe.bound.begin())));
}

std::string kernel_part(const gpu::Recipe& recipe, const std::vector<unsigned>& bindings) {
  Rows rows;
  for (const unsigned binding : bindings)
    rows.push_back(argument_at(recipe, binding));
  return definition("KERNEL", fmt::format("\"{}\"", gpu::kernel_name)) +
         table("ARGUMENTS", "char *const arguments", rows, "0");
}

std::string part_of_api(const gpu::Recipe& recipe, const std::vector<unsigned>& bindings) {
  switch (recipe.device.api) {
    case gpu::Api::vulkan:
      return vulkan_part(recipe);
    case gpu::Api::opencl:
    case gpu::Api::cuda:
      return kernel_part(recipe, bindings);
    default:
      return opengl_part(recipe);
  }
}

}  // namespace

std::string file_of_rows(std::size_t i) {
  return fmt::format("rows-{}.bin", i);
}
std::string file_of_uniform(std::size_t i) {
  return fmt::format("uniform-{}.bin", i);
}
std::string file_of_buffer(std::size_t i) {
  return i == 0 ? vertices_file : fmt::format("vertices-{}.bin", i);
}

std::string recipe_header(const gpu::Recipe& recipe, const std::vector<JudgedCapture>& captures,
                          const std::string& test, const std::vector<unsigned>& bindings) {
  const bool by_number = recipe.device.platform == gpu::Platform::device;
  return "/* The test of repro.c; made by bindpose. */\n" + definition("TEST", fmt::format("\"{}\"", test)) +
         definition("DEVICE_INDEX", by_number ? recipe.device.index : -1) +
         definition("COMPUTE", recipe.compute ? 1 : 0) + definition("VERTICES", recipe.vertex_count) +
         definition("CAPTURED_WORDS", recipe.captured_words) +
         definition("VERTICES_BINDING", gpu::vertices_binding) +
         definition("CAPTURED_BINDING", gpu::captured_binding) +
         definition("GROUP_SIZE", gpu::compute_group_size) + captures_table(recipe, captures) +
         part_of_api(recipe, bindings);
}

}  // namespace bindpose::conformance
