// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/input_source.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bindpose::gpu {
namespace {

/// Read by a function of slot and row instead of a variable.
bool has_accessor(const VertexField& field) {
  return field.kind == InputKind::influence || field.kind == InputKind::slot ||
         field.kind == InputKind::frame;
}

/// "float", "ivec3": the type of n numbers.
std::string type_name(VertexField::Type type, std::size_t n) {
  static constexpr const char* scalars[] = {"float", "int", "uint"};
  static constexpr const char* prefixes[] = {"", "i", "u"};
  const auto t = static_cast<std::size_t>(type);
  return n == 1 ? scalars[t] : fmt::format("{}vec{}", prefixes[t], n);
}

/// `vec4 name(j, r)` for int and uint, and `vec4 name(j)`: OpenGL ES converts neither type into the other.
std::string overloads(const std::string& name) {
  std::string text;
  for (const char* first : {"uint", "int"}) {
    for (const char* second : {"uint", "int"})
      if (first != std::string("uint") || second != std::string("uint"))
        text +=
            fmt::format("vec4 {0}({1} i, {2} r) {{ return {0}(uint(i), uint(r)); }}\n", name, first, second);
    text += fmt::format("vec4 {0}({1} i) {{ return {0}(uint(i), 0u); }}\n", name, first);
  }
  return text;
}

std::string joint_accessor(const JointField& field) {
  return fmt::format(
             "vec4 {0}(uint j, uint r) {{ return palette_row(int(JOINT_ROWS * j) + int({1}u + r)); }}\n",
             field.name, field.first) +
         overloads(field.name);
}

std::string frame_accessor(const FrameField& field) {
  return fmt::format("vec4 {0}(uint i, uint r) {{ return frame_row({1}u + i * {2}u + r); }}\n", field.name,
                     field.first, field.rows) +
         overloads(field.name);
}

std::string slot_accessor(const VertexField& field) {
  std::vector<std::string> numbers;
  for (std::size_t c = 0; c < 4; ++c)
    numbers.push_back(c < field.columns ? fmt::format("{}_values[k + {}u]", field.name, c) : "0.0");
  return fmt::format(
             "float {0}_values[{1}];\n"
             "vec4 {0}(uint i, uint r) {{\n"
             "  uint k = (i * {2}u + r) * {3}u;\n"
             "  return vec4({4});\n"
             "}}\n",
             field.name, std::max<std::size_t>(field.numbers, 1), field.rows, field.columns,
             fmt::join(numbers, ", ")) +
         overloads(field.name);
}

/// "float curve[7]", "vec3 axis"
std::string uniform_declaration(const UniformField& uniform) {
  const std::size_t count = uniform.values.size();
  return uniform.array ? fmt::format("float {}[{}]", uniform.name, std::max<std::size_t>(count, 1))
                       : fmt::format("{} {}", type_name(VertexField::Type::real, count), uniform.name);
}

/// Vulkan has no uniforms outside blocks; uniform_block() fills this one.
std::string uniform_block_declaration(const std::vector<UniformField>& uniforms) {
  if (uniforms.empty()) return "";
  std::string text = fmt::format("layout(std140, binding = {}) uniform Uniforms {{\n", uniforms_binding);
  std::size_t vectors = 0;
  for (const UniformField& uniform : uniforms) {
    text += fmt::format("  layout(offset = {}) {};\n", 16 * vectors, uniform_declaration(uniform));
    vectors += uniform.array ? std::max<std::size_t>(uniform.values.size(), 1) : 1;
  }
  return text + "};\n";
}

}  // namespace

std::string input_declarations(const ShaderSpec& spec) {
  std::string text = spec.api == Api::vulkan ? uniform_block_declaration(spec.uniforms) : "";
  for (const UniformField& uniform : spec.uniforms)
    if (spec.api != Api::vulkan) text += fmt::format("uniform {};\n", uniform_declaration(uniform));
  for (const JointField& field : spec.joint_fields)
    text += joint_accessor(field);
  for (const FrameField& field : spec.frame_fields)
    text += frame_accessor(field);
  for (const VertexField& field : spec.layout.fields) {
    if (has_accessor(field))
      text += slot_accessor(field);
    else if (field.numbers > 4)
      text += fmt::format("{} {}[{}];\n", type_name(field.type, 1), field.name, field.numbers);
    else
      text += fmt::format("{} {};\n", type_name(field.type, field.numbers), field.name);
  }
  return text;
}

std::string input_assignments(const VertexLayout& layout,
                              const std::function<std::string(const VertexField&, std::size_t)>& number) {
  std::string text;
  for (const VertexField& field : layout.fields) {
    std::vector<std::string> numbers;
    for (std::size_t k = 0; k < field.numbers; ++k)
      numbers.push_back(number(field, k));
    if (!has_accessor(field) && field.numbers <= 4) {
      text += fmt::format("  {} = {}({});\n", field.name, type_name(field.type, field.numbers),
                          fmt::join(numbers, ", "));
      continue;
    }
    for (std::size_t k = 0; k < field.numbers; ++k)
      text +=
          fmt::format("  {}{}[{}] = {};\n", field.name, has_accessor(field) ? "_values" : "", k, numbers[k]);
  }
  return text;
}

}  // namespace bindpose::gpu
