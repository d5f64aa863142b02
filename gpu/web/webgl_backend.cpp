// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/web/webgl_backend.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "gpu/capture/vertex_buffers.h"
#include "gpu/device/dialect.h"
#include "gpu/program/palette_binding.h"
#include "gpu/program/shader_source.h"
#include "reference/io/foreign_json.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

using nlohmann::json;

template <class Number>
std::span<const std::byte> bytes_of(const std::vector<Number>& numbers) {
  return std::as_bytes(std::span(numbers));
}

/// Unused vertices before the drawn ones, for a draw call that can skip them.
std::size_t nobodies_of(const Plan& plan) {
  return plan.path.draw == DrawCall::first ? vertices_of_nobody : 0;
}

json attributes_of(const VertexBuffers& stored) {
  json all = json::array();
  for (const StoredAttribute& attribute : stored.attributes)
    all.push_back({{"numbers", attribute.numbers},
                   {"type", attribute.form.type},
                   {"normalized", attribute.form.normalized},
                   {"integer", attribute.integer},
                   {"buffer", attribute.buffer},
                   {"stride", attribute.stride},
                   {"offset", attribute.offset}});
  return all;
}

/// The largest stride of WebGL.
Expected<void> check_strides(const VertexBuffers& stored) {
  constexpr std::size_t most = 255;
  for (const StoredAttribute& attribute : stored.attributes)
    if (attribute.stride > most)
      return fail(
          "NOT_SUPPORTED", "stride",
          fmt::format("WebGL allows strides up to {} bytes, the vertex needs {}", most, attribute.stride));
  return {};
}

json uniforms_of(const std::vector<UniformField>& uniforms) {
  json all = json::array();
  for (const UniformField& uniform : uniforms)
    all.push_back({{"name", uniform.name}, {"count", uniform.values.size()}, {"array", uniform.array}});
  return all;
}

/// The page's way of passing joints to the program; empty without joints.
const char* way_of(const ShaderSpec& spec) {
  if (spec.joint_rows == 0) return "";
  if (spec.joint_binding == PaletteBinding::uniform_array) return "uniforms";
  return spec.joint_binding == PaletteBinding::texture ? "texture" : "block";
}

/// Numbers that every part of the mesh shares.
json numbers_of(const Plan& plan, std::size_t rows_before_own) {
  json numbers = json::object();
  if (plan.spec.joint_rows > 0 && plan.spec.joint_binding == PaletteBinding::instance_base)
    numbers["instance_base"] = rows_before_own;
  if (!plan.spec.frame_fields.empty()) numbers["frame_vertices"] = plan.data.vertex_count;
  return numbers;
}

json job_of(const Plan& plan, int program, std::size_t rows_before_own) {
  return {{"program", program},
          {"numbers", numbers_of(plan, rows_before_own)},
          {"uniforms", uniforms_of(plan.data.uniforms)},
          {"palette", way_of(plan.spec)},
          {"paletteWidth", palette_texture_width},
          {"frameWidth", plan.spec.frame_fields.empty() ? 0 : frame_texture_width},
          {"instanced", plan.path.draw == DrawCall::instanced},
          {"first", nobodies_of(plan)},
          {"poison", poison_word}};
}

}  // namespace

Expected<void> WebGlBackend::compile(const Plan& plan, const RunSettings& settings) {
  std::string text = shader_of(plan, settings);
  auto found = programs_.find(text);
  if (found == programs_.end()) {
    const std::string fragment = shader_header(Api::webgl) + "void main() {}\n";
    BINDPOSE_TRY(const int made,
                 compile_in_page(page_, text, {text, fragment, captured_varyings(plan.spec.layout)}));
    found = programs_.emplace(std::move(text), made).first;
  }
  used_ = found->second;
  return {};
}

// The last row of texels is filled with NaN.
Expected<void> WebGlBackend::send_inputs(const Plan& plan) {
  std::vector<float> uniforms;
  for (const UniformField& uniform : plan.data.uniforms)
    uniforms.insert(uniforms.end(), uniform.values.begin(), uniform.values.end());
  BINDPOSE_CHECK(page_.send("uniforms", bytes_of(uniforms)));
  if (plan.data.joint_rows > 0) BINDPOSE_CHECK(page_.send("palette", bytes_of(plan.data.joint_records)));
  if (plan.spec.frame_fields.empty()) return {};
  std::vector<float> frames = plan.data.frame_records;
  const std::size_t height = std::max<std::size_t>(frame_texture_height(plan.data), 1);
  frames.resize(height * frame_texture_width * 4, std::numeric_limits<float>::quiet_NaN());
  return page_.send("frame_texture", bytes_of(frames));
}

Expected<void> WebGlBackend::send(Plan& plan, std::size_t rows_before) {
  job_ = job_of(plan, used_, rows_before);
  return send_inputs(plan);
}

Expected<void> WebGlBackend::send_vertices(const Plan& plan, std::span<const std::uint32_t> words,
                                           json& job) {
  BINDPOSE_TRY(const auto stored,
               store_vertices(plan.data.layout, words, plan.path.vertices, nobodies_of(plan), plan.bits));
  BINDPOSE_CHECK(check_strides(stored));
  for (std::size_t b = 0; b < stored.bytes.size(); ++b)
    BINDPOSE_CHECK(page_.send(fmt::format("vertices {}", b), stored.bytes[b]));
  job["attributes"] = attributes_of(stored);
  return {};
}

Expected<void> WebGlBackend::run_part(const Part& part, std::vector<float>& captured) {
  const Plan& plan = part.plan;
  const GuardedRange range = part.range(info());
  job_["drawn"] = part.drawn();
  job_["words"] = range.size();
  job_["guard"] = range.guard;
  job_["range"] = part.range_vertices() * part.record();
  // The draw call also numbers skipped vertices; modulo 2^32.
  if (!plan.spec.frame_fields.empty())
    job_["numbers"]["vertices_before"] = static_cast<std::uint32_t>(part.first - nobodies_of(plan));
  BINDPOSE_CHECK(send_vertices(plan, part.words(), job_));
  BINDPOSE_TRY(const auto reply, page_.ask("capture", json::array({job_}), "transform feedback"));
  BINDPOSE_CHECK(check_count(member_or<std::size_t>(reply, "written"), part.count,
                             "TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN"));
  return take_page_words(reply, part, info(), captured);
}

}  // namespace bindpose::gpu
