// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/shader_source.h"

#include <initializer_list>
#include <iterator>
#include <optional>

#include <fmt/format.h>

#include "gpu/device/dialect.h"
#include "gpu/program/embedded.h"
#include "gpu/program/input_source.h"
#include "gpu/program/packed_weights.h"
#include "gpu/program/record_source.h"

namespace bindpose::gpu {
namespace {

template <class... Arguments>
void write(std::string& text, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
}

std::string float_type(std::size_t width) {
  return width == 1 ? "float" : fmt::format("vec{}", width);
}

/// gpu/capture/elementary.glsl for a body that mentions one of its functions.
std::string_view elementary_for(std::string_view body) {
  for (const char* function : {"sine", "cosine", "arctangent2", "arccosine", "exponential"})
    if (mentions(body, function)) return embedded_elementary();
  return {};
}

Dialect dialect_of(const ShaderSpec& spec) {
  Dialect dialect(spec.api);
  dialect.version = spec.version;
  return dialect;
}

/// base_location: as for palette_declaration().
void write_joint_rows(std::string& text, const ShaderSpec& spec, std::optional<std::size_t> base_location) {
  if (spec.joint_rows == 0) return;
  write(text, "#define JOINT_ROWS {}u\n", spec.joint_rows);
  if (spec.palette) text += "#define HAS_PALETTE\n";
  text += palette_declaration(dialect_of(spec), spec.joint_binding, spec.joint_rows * spec.palette_capacity,
                              base_location);
}

/// Numbers of a draw or dispatch; Vulkan has all of them in one block of push constants.
void write_part_numbers(std::string& text, const ShaderSpec& spec, std::initializer_list<const char*> names) {
  if (spec.api == Api::vulkan) return;
  for (const char* name : names)
    write(text, "uniform uint {};\n", name);
}

/// vec4 frame_row(n): row n of all frames, for the current vertex.
void write_frames(std::string& text, const ShaderSpec& spec) {
  if (spec.frame_fields.empty()) return;
  write_part_numbers(text, spec, {"frame_vertices", "vertices_before"});
  text += "uint vertex_number;\n";
  if (spec.frames_in_ssbo)
    write(text,
          "layout(std430, binding = {}) readonly buffer Frames {{ vec4 frames[]; }};\n"
          "vec4 frame_row(uint n) {{ return frames[n * frame_vertices + vertex_number]; }}\n",
          frames_binding);
  else
    write(text,
          "{1}uniform highp sampler2D frame_texture;\n"
          "vec4 frame_row(uint n) {{\n"
          "  uint at = n * frame_vertices + vertex_number;\n"
          "  return texelFetch(frame_texture, ivec2(int(at % {0}u), int(at / {0}u)), 0);\n"
          "}}\n",
          frame_texture_width,
          spec.api == Api::vulkan ? fmt::format("layout(binding = {}) ", frame_texture_binding) : "");
}

/// Statement of main() that sets the number of the current vertex in the whole mesh.
void write_vertex_number(std::string& text, const ShaderSpec& spec, const char* number) {
  if (!spec.frame_fields.empty()) write(text, "  vertex_number = vertices_before + {};\n", number);
}

std::string prologue(const ShaderSpec& spec, std::optional<std::size_t> base_location = std::nullopt) {
  std::string text = shader_header(dialect_of(spec), spec.precision);
  for (const std::string& macro : spec.macros)
    write(text, "#define {}\n", macro);
  if (spec.layout.joints != JointUse::none) {
    write(text, "#define INFLUENCES {}\n#define EACH_INFLUENCE(f)", spec.layout.influences);
    for (std::size_t i = 0; i < spec.layout.influences; ++i)
      write(text, " f({})", i);
    text += '\n';
  }
  text += declaration_macros();
  if (spec.api == Api::vulkan)
    text += "layout(push_constant) uniform Part { uint vertex_count, vertices_before, frame_vertices; };\n";
  write_joint_rows(text, spec, base_location);
  text += embedded_common();
  text += elementary_for(spec.body);
  if (mentions(spec.body, "lead_of")) text += embedded_sign_pivot();
  write_frames(text, spec);
  text += input_declarations(spec);
  for (const OutputDeclaration& output : spec.layout.outputs)
    write(text, "{} {}_out;\n", float_type(output.width), output.name);
  text += spec.body;
  text += '\n';
  return text;
}

/// main() up to the call of skin(): declares `posed`. joint(i) and weight(i) give the expressions of slot i.
template <class Joint, class Weight>
void write_call(std::string& text, const VertexLayout& layout, Joint joint, Weight weight) {
  if (layout.joints == JointUse::none) {
    text += "  Surface posed = skin(rest);\n";
    return;
  }
  if (layout.joints == JointUse::one) {
    write(text, "  Surface posed = skin(rest, {});\n", joint(0));
    return;
  }
  text += "  uint j[INFLUENCES];\n";
  for (std::size_t i = 0; i < layout.influences; ++i)
    write(text, "  j[{}] = {};\n", i, joint(i));
  if (layout.weighted) text += "  float w[INFLUENCES];\n";
  for (std::size_t i = 0; layout.weighted && i < layout.influences; ++i)
    write(text, "  w[{}] = {};\n", i, weight(i));
  write(text, "  Surface posed = skin(rest, j{});\n", layout.weighted ? ", w" : "");
}

/// A compute shader's statements for a vertex, captured into `captured` or, at its position in the group, into
/// `held`.
void write_compute_statements(std::string& text, const ShaderSpec& spec) {
  const VertexLayout& layout = spec.layout;
  write(text, "  uint at = v * {}u;\n", layout.record_words());
  write_vertex_number(text, spec, "v");
  text += input_assignments(layout, [&](const VertexField& field, std::size_t k) {
    const std::size_t word = field.at + k;
    if (field.type == VertexField::Type::real) return real_at(layout, word);
    return integer_at(layout, word, field.type == VertexField::Type::joint ? "uint" : "int");
  });
  write(text, "  Surface rest = Surface({}, {}, {});\n", real3_at(layout, 0),
        layout.normals ? real3_at(layout, layout.normal_at()) : "vec3(0.0)",
        layout.tangents ? real3_at(layout, layout.tangent_at()) : "vec3(0.0)");
  write_call(
      text, layout, [&](std::size_t i) { return integer_at(layout, layout.joints_at() + i); },
      [&](std::size_t i) {
        if (layout.weight_steps == 0) return real_at(layout, layout.weights_at() + i);
        return decoded_weight(layout, i,
                              [&](std::size_t k) { return integer_at(layout, layout.weights_at() + k); });
      });
  write(text, "  uint to = {} * {}u;\n", spec.staged ? "item" : "v", layout.captured_words());
  if (layout.tangents) write(text, "  float handedness = {};\n", real_at(layout, layout.tangent_at() + 3));
  for (const VertexLayout::Capture& capture : layout.captures())
    for (std::size_t c = 0; c < capture.width; ++c)
      write(text, "  {}[to + {}u] = {}{}{};\n", spec.staged ? "held" : "captured", capture.at + c,
            capture.value, capture.width > 1 ? "." : "", capture.width > 1 ? std::string(1, "xyzw"[c]) : "");
}

}  // namespace

std::vector<std::string> captured_varyings(const VertexLayout& layout) {
  std::vector<std::string> names;
  for (const VertexLayout::Capture& capture : layout.captures())
    names.push_back("captured_" + capture.name);
  return names;
}

std::vector<float> uniform_block(const std::vector<UniformField>& uniforms) {
  std::vector<float> block;
  const auto pad = [&block] { block.resize((block.size() + 3) / 4 * 4); };
  for (const UniformField& uniform : uniforms) {
    for (const float value : uniform.values) {
      block.push_back(value);
      if (uniform.array) pad();
    }
    pad();
    if (uniform.values.empty()) block.resize(block.size() + 4);  // declared as an array of one element
  }
  return block;
}

std::string vertex_shader(const ShaderSpec& spec) {
  const VertexLayout& layout = spec.layout;
  const std::vector<VertexLayout::Attribute> attributes = layout.attributes();
  std::string text = prologue(spec, spec.base_by_attribute ? std::optional(attributes.size()) : std::nullopt);
  const bool vulkan = spec.api == Api::vulkan;
  std::size_t location = 0;
  for (const VertexLayout::Attribute& attribute : attributes)
    write(text, "layout(location = {}) in {};\n", location++, attribute.declaration);
  if (spec.writes_constant) write(text, "out vec2 {};\n", constant_varying);
  location = 0;
  for (const VertexLayout::Capture& capture : layout.captures()) {
    if (vulkan)
      write(text, "layout(location = {}, xfb_buffer = 0, xfb_stride = {}, xfb_offset = {}) ", location++,
            4 * layout.captured_words(), 4 * capture.at);
    write(text, "out {} captured_{};\n", float_type(capture.width), capture.name);
  }

  text += "void main() {\n";
  if (spec.writes_constant)
    write(text, "  {} = vec2({:.2f}, {:.2f});\n", constant_varying, constant_value[0], constant_value[1]);
  write_vertex_number(text, spec,
                      spec.vertex_per_instance ? "uint(gl_InstanceID)"
                      : vulkan                 ? "uint(gl_VertexIndex)"
                                               : "uint(gl_VertexID)");
  text += input_assignments(layout, [](const VertexField& field, std::size_t k) {
    return fmt::format("in_{}_{}.{}", field.name, k / 4, "xyzw"[k % 4]);
  });
  write(text, "  Surface rest = Surface(position, {}, {});\n", layout.normals ? "normal" : "vec3(0.0)",
        layout.tangents ? "tangent.xyz" : "vec3(0.0)");
  const auto slot = [](const char* name) {
    return [name](std::size_t i) { return fmt::format("{}_{}.{}", name, i / 4, "xyzw"[i % 4]); };
  };
  write_call(text, layout, slot("joints"), [&](std::size_t i) {
    return layout.weight_steps == 0 ? slot("weights")(i) : decoded_weight(layout, i, slot("weights"));
  });
  if (layout.tangents) text += "  float handedness = tangent.w;\n";
  for (const VertexLayout::Capture& capture : layout.captures())
    write(text, "  captured_{} = {};\n", capture.name, capture.value);
  if (vulkan) text += "  gl_PointSize = 1.0;\n";
  text += "  gl_Position = vec4(posed.x, 1.0);\n}\n";
  return text;
}

std::string pass_through_shader(const Dialect& dialect, const VertexLayout& layout) {
  std::string text = shader_header(dialect), statements;
  std::size_t location = 0;
  for (const VertexLayout::Capture& capture : layout.captures()) {
    write(text, "layout(location = {0}) in {1} passed_{2};\nout {1} captured_{2};\n", location++,
          float_type(capture.width), capture.name);
    write(statements, "  captured_{0} = passed_{0};\n", capture.name);
  }
  return text + "void main() {\n" + statements + "  gl_Position = vec4(0.0);\n}\n";
}

bool can_be_staged(const VertexLayout& layout) {
  return compute_group_size * layout.captured_words() * sizeof(float) <= shared_bytes;
}

std::string compute_shader(const ShaderSpec& spec) {
  const VertexLayout& layout = spec.layout;
  std::string text = prologue(spec);
  write(text, "layout(local_size_x = {}) in;\n", compute_group_size);
  // Flat arrays: a vec3 in a block would be padded to four words.
  write(text, "layout(std430, binding = {}) readonly buffer Vertices {{ uint vertices[]; }};\n",
        vertices_binding);
  write(text, "layout(std430, binding = {}) writeonly buffer Captured {{ float captured[]; }};\n",
        captured_binding);
  write_part_numbers(text, spec, {"vertex_count"});
  text += record_declarations("vertices");
  if (!spec.staged) {
    text += "void main() {\n  uint v = gl_GlobalInvocationID.x;\n  if (v >= vertex_count) return;\n";
    write_compute_statements(text, spec);
    return text + "}\n";
  }
  write(text, "shared float held[{}];\n", compute_group_size * layout.captured_words());
  write(text,
        "void main() {{\n  uint v = gl_GlobalInvocationID.x;\n  uint item = v % {}u;\n"
        "  if (v < vertex_count) {{\n",
        compute_group_size);
  write_compute_statements(text, spec);
  // Neighbouring items store neighbouring words, even of different vertices; with a vertex's stride, each store
  // would be a transaction.
  write(text,
        "  }}\n"
        "  barrier();\n"
        "  uint first = (v - item) * {1}u, end = vertex_count * {1}u;\n"
        "  for (uint i = item; i < {0}u * {1}u; i += {0}u)\n"
        "    if (first + i < end) captured[first + i] = held[i];\n"
        "}}\n",
        compute_group_size, layout.captured_words());
  return text;
}

}  // namespace bindpose::gpu
