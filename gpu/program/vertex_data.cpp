// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/vertex_data.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "gpu/program/entries.h"
#include "gpu/program/joint_data.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

std::uint32_t bits(double x) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(x));
}

/// Writes this many words of each vertex's record, from word `at` on: word(vertex, k).
template <class Word>
void pack(VertexData& data, std::size_t at, std::size_t count, Word word) {
  const std::size_t stride = data.layout.words();
  for (std::size_t v = 0; v < data.vertex_count; ++v)
    for (std::size_t k = 0; k < count; ++k)
      data.words[v * stride + at + k] = word(v, k);
}

/// Copies a [V, columns] array, if there is one.
void pack_reals(VertexData& data, const Array* array, std::size_t at) {
  if (array == nullptr) return;
  const std::size_t columns = array->shape[1];
  pack(data, at, columns,
       [&](std::size_t v, std::size_t c) { return bits(array->reals()[v * columns + c]); });
}

Expected<void> pack_joints(VertexData& data, const Array& joints) {
  const std::size_t columns = data.layout.influences;
  const std::size_t stride = data.layout.words();
  const Array::Integers& values = joints.integers();
  for (std::size_t v = 0; v < data.vertex_count; ++v) {
    for (std::size_t c = 0; c < columns; ++c) {
      const std::int32_t j = values[v * columns + c];
      const bool inside = j >= 0 && (data.joint_rows == 0 || static_cast<std::size_t>(j) < data.joint_count);
      if (!inside)
        return fail("INDEX_RANGE", fmt::format("joints[{}][{}]", v, c),
                    fmt::format("joint {}, but the palette has {} joints", j, data.joint_count));
      data.words[v * stride + data.layout.joints_at() + c] = static_cast<std::uint32_t>(j);
    }
  }
  return {};
}

void pack_field(VertexData& data, const VertexField& field, const InputArray& input) {
  pack(data, field.at, field.numbers, [&](std::size_t v, std::size_t k) {
    const std::size_t element = input.index(v, k, data.vertex_count);
    return field.type == VertexField::Type::real
               ? bits(input.real(element))
               : std::bit_cast<std::uint32_t>(input.array->integers()[element]);
  });
}

/// The array if the input has it, otherwise nullptr.
Expected<const Array*> optional_reals(const ArraySet& question, const char* name, const Shape& shape) {
  if (!question.has(name)) return nullptr;
  return question.require_reals(name, shape);
}

VertexField::Type type_of(InputKind kind) {
  if (kind == InputKind::vertex_int) return VertexField::Type::integer;
  return kind == InputKind::vertex_joint ? VertexField::Type::joint : VertexField::Type::real;
}

/// True if an input is in the vertices' records.
bool is_in_records(const InputArray& input, bool frames_apart) {
  return is_per_vertex(input.kind) && !(frames_apart && input.kind == InputKind::frame);
}

void lay_out(VertexLayout& layout, const std::vector<InputArray>& inputs, bool frames_apart) {
  std::size_t at = layout.fields_at();
  for (const InputArray& input : inputs) {
    if (!is_in_records(input, frames_apart)) continue;
    layout.fields.push_back(
        {input.name, type_of(input.kind), input.kind, input.numbers(), input.rows, input.columns, at});
    at += 4 * layout.fields.back().locations();
  }
}

/// The frames of all inputs one after the other, rows padded to vec4.
void read_frames(VertexData& data, const std::vector<InputArray>& inputs) {
  std::size_t first = 0;
  for (const InputArray& input : inputs) {
    if (input.kind != InputKind::frame) continue;
    data.frame_fields.push_back({input.name, input.rows, first});
    const std::size_t count = input.slots * input.rows;
    data.frame_records.resize(4 * (first + count) * data.vertex_count);
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t v = 0; v < data.vertex_count; ++v)
        for (std::size_t c = 0; c < input.columns; ++c)
          data.frame_records[4 * ((first + i) * data.vertex_count + v) + c] =
              static_cast<float>(input.real(input.index(v, i * input.columns + c, data.vertex_count)));
    first += count;
  }
}

std::vector<UniformField> uniforms_of(const ShaderFunction& body, const std::vector<InputArray>& inputs) {
  std::vector<UniformField> uniforms;
  for (const InputArray& input : inputs) {
    if (input.kind != InputKind::uniform) continue;
    UniformField field{input.name, input.columns > 4, {}};
    for (const InputDeclaration& declared : body.inputs)
      if (declared.name == input.name && declared.columns == InputDeclaration::any) field.array = true;
    for (std::size_t i = 0; i < input.numbers(); ++i)
      field.values.push_back(static_cast<float>(input.real(i)));
    uniforms.push_back(std::move(field));
  }
  return uniforms;
}

/// The inputs that are present.
Expected<std::vector<OutputDeclaration>> outputs_of(const ShaderFunction& body, const ArraySet& question) {
  std::vector<OutputDeclaration> outputs;
  for (const OutputDeclaration& output : body.outputs)
    if (question.has(output.name)) outputs.push_back(output);
  if (!body.outputs.empty() && outputs.empty())
    return fail("ARRAY_MISSING", body.outputs[0].name, "the input has no output");
  return outputs;
}

/// The arrays that every input may have.
struct MeshArrays {
  const Array* positions = nullptr;  ///< null if another input defines the number of vertices
  const Array* normals = nullptr;
  const Array* tangents = nullptr;
  const Array* joints = nullptr;
  const Array* weights = nullptr;
};

Expected<MeshArrays> find_mesh(const ArraySet& question, const ShaderFunction& body, const Counts& counts) {
  BINDPOSE_TRY(const auto positions, optional_reals(question, "positions", {counts.vertices, 3}));
  BINDPOSE_TRY(const auto normals, optional_reals(question, "normals", {counts.vertices, 3}));
  BINDPOSE_TRY(const auto tangents, optional_reals(question, "tangents", {counts.vertices, 4}));
  MeshArrays mesh{positions, normals, tangents, nullptr, nullptr};
  if (body.joints == JointUse::none) return mesh;
  BINDPOSE_TRY(const auto joints,
               question.require_integers(
                   "joints", {counts.vertices, body.joints == JointUse::one ? 1 : ArraySet::any}));
  if (counts.influences == 0)
    return fail("ARRAY_SHAPE", "joints", "a vertex has no influence slot, expected at least one");
  mesh.joints = joints;
  if (!body.weighted) return mesh;
  BINDPOSE_TRY(mesh.weights, question.require_reals("weights", {counts.vertices, counts.influences}));
  return mesh;
}

}  // namespace

std::size_t VertexLayout::words() const {
  return fields.empty() ? fields_at() : fields.back().at + 4 * fields.back().locations();
}

std::vector<VertexLayout::Capture> VertexLayout::captures() const {
  std::vector<Capture> all;
  std::size_t at = 0;
  const auto add = [&](const std::string& name, std::size_t width, std::string value) {
    all.push_back({name, at, width, std::move(value)});
    at += width;
  };
  for (const OutputDeclaration& output : outputs)
    add(output.name, output.width, output.name + "_out");
  if (!outputs.empty()) return all;
  add("positions", 3, "posed.x");
  if (normals) add("normals", 3, "posed.n");
  if (tangents) add("tangents", 4, "vec4(posed.t, handedness)");
  return all;
}

std::size_t VertexLayout::captured_words() const {
  const std::vector<Capture> all = captures();
  return all.back().at + all.back().width;
}

std::vector<VertexLayout::Attribute> VertexLayout::attributes() const {
  using Type = VertexField::Type;
  std::vector<Attribute> all = {{"vec3 position", 0, 3}};
  if (normals) all.push_back({"vec3 normal", normal_at(), 3});
  if (tangents) all.push_back({"vec4 tangent", tangent_at(), 4});
  for (std::size_t s = 0; s < sets(); ++s)
    all.push_back({fmt::format("uvec4 joints_{}", s), joints_at() + 4 * s, 4, Type::joint});
  for (std::size_t s = 0; weighted && s < sets(); ++s)
    all.push_back({fmt::format("{}vec4 weights_{}", weight_steps == 0 ? "" : "u", s), weights_at() + 4 * s, 4,
                   weight_steps == 0 ? Type::real : Type::joint});
  for (const VertexField& field : fields)
    for (std::size_t s = 0; s < field.locations(); ++s) {
      const char* type = field.type == Type::real ? "" : (field.type == Type::integer ? "i" : "u");
      all.push_back({fmt::format("{}vec4 in_{}_{}", type, field.name, s), field.at + 4 * s, 4, field.type});
    }
  return all;
}

Expected<VertexData> read_vertex_data(const ArraySet& question, const ShaderFunction& body, PaletteForm form,
                                      bool frames_apart) {
  if (body.reads_entries()) {
    BINDPOSE_TRY(const auto framed, entries_as_frames(question, body));
    return read_vertex_data(framed.question, framed.body, form, frames_apart);
  }
  BINDPOSE_TRY(const auto counts, count(question, body));
  BINDPOSE_TRY(const auto mesh, find_mesh(question, body, counts));
  BINDPOSE_TRY(const auto inputs, find_inputs(question, body, counts));
  VertexData data;
  data.vertex_count = counts.vertices;
  BINDPOSE_CHECK(read_joint_data(question, body, form, counts, inputs, data));

  const bool normals = std::any_of(body.normals.begin(), body.normals.end(),
                                   [&](const std::string& name) { return question.has(name); });
  data.layout = {std::max<std::size_t>(counts.influences, 1), normals, mesh.tangents != nullptr,
                 body.weighted, body.joints};
  BINDPOSE_TRY(data.layout.outputs, outputs_of(body, question));
  lay_out(data.layout, inputs, frames_apart);
  if (frames_apart) read_frames(data, inputs);
  data.uniforms = uniforms_of(body, inputs);
  data.macros = input_macros(body, inputs);
  data.words.assign(data.vertex_count * data.layout.words(), 0);
  pack_reals(data, mesh.positions, 0);
  pack_reals(data, mesh.normals, data.layout.normal_at());
  pack_reals(data, mesh.tangents, data.layout.tangent_at());
  pack_reals(data, mesh.weights, data.layout.weights_at());
  if (mesh.joints != nullptr) BINDPOSE_CHECK(pack_joints(data, *mesh.joints));
  std::size_t next = 0;
  for (const InputArray& input : inputs)
    if (is_in_records(input, frames_apart)) pack_field(data, data.layout.fields[next++], input);
  return data;
}

}  // namespace bindpose::gpu
