// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/probe.h"

#include <bit>
#include <cmath>
#include <utility>

#include <glad/gl.h>

#include "gpu/program/api_support.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

// OpenGL 4.6, section 2.3.5.1: numbers are accurate to about 1 part in 10^5. GLSL 4.60, section 4.7.1: a division
// has an error of up to 2.5 ulp.
constexpr double conversion = 1e-5, division = 2.5 * 0x1p-23;

double unorm8(std::uint32_t k) {
  return k / 255.0;
}
double unorm16(std::uint32_t k) {
  return k / 65535.0;
}
double half(std::uint32_t bits) {
  const int exponent = static_cast<int>(bits >> 10);
  return exponent == 0 ? std::ldexp(bits, -24) : std::ldexp(1024 + (bits & 1023U), exponent - 25);
}

constexpr StoredForm all_forms[] = {
    {"unorm8 attribute", GL_UNSIGNED_BYTE, true, 256, &unorm8, conversion},
    {"unorm16 attribute", GL_UNSIGNED_SHORT, true, 65536, &unorm16, conversion},
    {"snorm8 attribute", GL_BYTE, true, 256,
     [](std::uint32_t bits) { return std::fmax(static_cast<std::int8_t>(bits) / 127.0, -1); }, conversion},
    {"snorm16 attribute", GL_SHORT, true, 65536,
     [](std::uint32_t bits) { return std::fmax(static_cast<std::int16_t>(bits) / 32767.0, -1); }, conversion},
    {"half attribute", GL_HALF_FLOAT, false, 0x7C00, &half, 0}};

constexpr Decoding all_decodings[] = {
    {"unorm8 by division", "float(k) / 255.0", 256, &unorm8, division},
    {"unorm16 by division", "float(k) / 65535.0", 65536, &unorm16, division},
    {"unpackUnorm4x8", "unpackUnorm4x8(k).x", 256, &unorm8, division},
    {"unpackUnorm2x16", "unpackUnorm2x16(k).x", 65536, &unorm16, division},
    {"unpackHalf2x16", "unpackHalf2x16(k).x", 0x7C00, &half, 0}};

/// A plan of vertices with these inputs, without joints, and with an output y.
Plan plan_of(const std::vector<VertexField>& fields) {
  Plan plan;
  VertexLayout& layout = plan.data.layout;
  layout.joints = JointUse::none;
  for (const VertexField& field : fields) {
    const std::size_t at = layout.words();
    layout.fields.push_back(field);
    layout.fields.back().at = at;
  }
  layout.outputs = {{"y", 1}};
  plan.spec.palette = false;
  plan.spec.joint_rows = 0;
  return plan;
}

/// A vertex with only inputs: no position, and nothing after them in the record.
void add_vertex(Plan& plan, std::span<const std::uint32_t> inputs) {
  std::vector<std::uint32_t>& words = plan.data.words;
  words.insert(words.end(), plan.data.layout.fields_at(), 0);
  words.insert(words.end(), inputs.begin(), inputs.end());
  ++plan.data.vertex_count;
  words.resize(plan.data.vertex_count * plan.data.layout.words());
}

/// One input of one number with every integer below `count`.
Plan counting_plan(const char* name, VertexField::Type type, std::size_t count) {
  Plan plan = plan_of({{name, type, InputKind::vertex, 1, 1, 1, 0}});
  for (std::uint32_t k = 0; k < count; ++k)
    add_vertex(plan, std::span(&k, 1));
  return plan;
}

}  // namespace

std::span<const StoredForm> stored_forms() {
  return all_forms;
}
std::span<const Decoding> decodings() {
  return all_decodings;
}

bool Probe::has_precise() const {
  if (api() == Api::gl) return !is_older(device_.info().opened, {4, 0}, {});
  return api() == Api::vulkan || api() == Api::opencl || api() == Api::cuda;
}

// GLSL ES 3.00 unpacks only words of 16 bits. gpu/cuda/prelude.cl has the functions that are instructions of the
// devices.
bool Probe::has(std::string_view function) const {
  if (api() == Api::webgl) return function != "unpackUnorm4x8";
  return api() != Api::cuda || (function != "asin" && function != "acos" && function != "atan");
}

Expected<std::vector<float>> Probe::ask(const std::string& glsl, Plan plan) {
  const std::string body =
      "Surface skin(Surface rest) {\n  float y;\n  " + glsl + "\n  y_out = y;\n  return rest;\n}\n";
  plan.compute = !captures_draws(device_.info());
  plan.spec.api = shader_api(api());
  plan.spec.version = device_.info().opened.version;
  plan.spec.layout = plan.data.layout;
  plan.spec.body = body;
  BINDPOSE_TRY(auto captured, run_plan(device_, std::move(plan)));
  return std::move(captured.words);
}

Expected<std::vector<float>> Probe::run(const std::string& glsl, const std::vector<ProbeRow>& rows) {
  std::vector<VertexField> fields;
  for (const char* name : {"a", "b", "c"})
    fields.push_back({name, VertexField::Type::real, InputKind::vertex, 4, 1, 4, 0});
  Plan plan = plan_of(fields);
  for (const ProbeRow& row : rows) {
    std::vector<std::uint32_t> words;
    for (const float x : row)
      words.push_back(std::bit_cast<std::uint32_t>(x));
    add_vertex(plan, words);
  }
  return ask(glsl, std::move(plan));
}

std::span<const StoredForm> Probe::forms() const {
  return captures_draws(device_.info()) ? stored_forms() : std::span<const StoredForm>();
}

Expected<std::vector<float>> Probe::read_attribute(const StoredForm& form) {
  Plan plan = counting_plan("a", VertexField::Type::real, form.count);
  plan.bits = NumberForm{form.type, form.count <= 256 ? std::size_t{1} : 2, form.normalized, false, 0};
  return ask("y = a;", std::move(plan));
}

Expected<std::vector<float>> Probe::decode(const Decoding& decoding) {
  return ask(std::string("y = ") + decoding.glsl + ";",
             counting_plan("k", VertexField::Type::joint, decoding.count));
}

}  // namespace bindpose::gpu
