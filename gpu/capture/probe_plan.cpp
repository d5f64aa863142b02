// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/probe_plan.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace bindpose::gpu {
namespace {

/// A plan whose vertices have these inputs, none of them a joint's, and an output y.
Plan plan_of_inputs(const std::string& body, const std::vector<VertexField>& fields, bool compute, Api api) {
  Plan plan;
  plan.compute = compute;
  VertexLayout& layout = plan.data.layout;
  layout.joints = JointUse::none;
  for (const VertexField& field : fields) {
    const std::size_t at = layout.words();
    layout.fields.push_back(field);
    layout.fields.back().at = at;
  }
  layout.outputs = {{"y", 1}};
  plan.spec.api = api;
  plan.spec.layout = layout;
  plan.spec.body = body;
  plan.spec.palette = false;
  plan.spec.joint_rows = 0;
  return plan;
}

/// A vertex: no position, then its inputs, with nothing behind them up to the end of the record.
void add_vertex(Plan& plan, std::span<const std::uint32_t> inputs) {
  std::vector<std::uint32_t>& words = plan.data.words;
  words.insert(words.end(), plan.data.layout.fields_at(), 0);
  words.insert(words.end(), inputs.begin(), inputs.end());
  ++plan.data.vertex_count;
  words.resize(plan.data.vertex_count * plan.data.layout.words());
}

/// One input of one number, which is each integer below `count`.
Plan counting_plan(const std::string& body, const char* name, VertexField::Type type, std::size_t count,
                   bool compute, Api api) {
  Plan plan = plan_of_inputs(body, {{name, type, InputKind::vertex, 1, 1, 1, 0}}, compute, api);
  for (std::uint32_t k = 0; k < count; ++k)
    add_vertex(plan, std::span(&k, 1));
  return plan;
}

}  // namespace

std::string probe_body(const std::string& glsl) {
  return "Surface skin(Surface rest) {\n  float y;\n  " + glsl + "\n  y_out = y;\n  return rest;\n}\n";
}

Plan probe_plan(const std::string& body, const std::vector<ProbeRow>& rows, bool compute, Api api) {
  std::vector<VertexField> fields;
  for (const char* name : {"a", "b", "c"})
    fields.push_back({name, VertexField::Type::real, InputKind::vertex, 4, 1, 4, 0});
  Plan plan = plan_of_inputs(body, fields, compute, api);
  for (const ProbeRow& row : rows) {
    std::vector<std::uint32_t> words;
    for (const float x : row)
      words.push_back(std::bit_cast<std::uint32_t>(x));
    add_vertex(plan, words);
  }
  return plan;
}

Plan attribute_plan(const std::string& body, const StoredForm& form, Api api) {
  const std::size_t bytes = form.count <= 256 ? 1 : 2;
  Plan plan = counting_plan(body, "a", VertexField::Type::real, form.count, false, api);
  plan.bits = NumberForm{form.type, bytes, form.normalized, false, 0};
  return plan;
}

std::string decoding_body(const Decoding& way) {
  return probe_body(std::string("y = ") + way.glsl + ";");
}

Plan decoding_plan(const std::string& body, const Decoding& way, bool compute, Api api) {
  return counting_plan(body, "k", VertexField::Type::joint, way.count, compute, api);
}

}  // namespace bindpose::gpu
