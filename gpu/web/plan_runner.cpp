// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/web/plan_runner.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "gpu/capture/guard.h"
#include "gpu/capture/vertex_buffers.h"
#include "gpu/device/named_line.h"
#include "gpu/device/program.h"
#include "gpu/program/palette_delivery.h"
#include "gpu/program/shader_source.h"
#include "gpu/web/scripted_page.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

using nlohmann::json;

template <class Number>
std::span<const std::byte> bytes_of(const std::vector<Number>& numbers) {
  return std::as_bytes(std::span(numbers));
}

/// Of a draw call that begins behind them.
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

/// WebGL takes no more bytes from one vertex to the next.
Expected<void> check_strides(const VertexBuffers& stored) {
  constexpr std::size_t most = 255;
  for (const StoredAttribute& attribute : stored.attributes)
    if (attribute.stride > most)
      return fail(
          "NOT_SUPPORTED", "stride",
          fmt::format("WebGL takes strides of {} bytes, the vertex needs {}", most, attribute.stride));
  return {};
}

json uniforms_of(const std::vector<UniformField>& uniforms) {
  json all = json::array();
  for (const UniformField& uniform : uniforms)
    all.push_back({{"name", uniform.name}, {"count", uniform.values.size()}, {"array", uniform.array}});
  return all;
}

/// How the page brings joints to the program: nothing where there are none.
const char* way_of(const ShaderSpec& spec) {
  if (spec.joint_rows == 0) return "";
  if (spec.delivery == PaletteDelivery::uniform_array) return "uniforms";
  return spec.delivery == PaletteDelivery::texture ? "texture" : "block";
}

/// Numbers that every part of the mesh shares.
json numbers_of(const Plan& plan, std::size_t rows_before_own) {
  json numbers = json::object();
  if (plan.spec.joint_rows > 0 && plan.spec.delivery == PaletteDelivery::instance_base)
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

Expected<int> WebRunner::program(const TestHooks& hooks, const Plan& plan) {
  std::string text = vertex_shader(plan.spec);
  if (hooks.edit) text = hooks.edit(std::move(text));
  if (const auto found = programs_.find(text); found != programs_.end()) return found->second;
  const std::string fragment = shader_header(Api::webgl) + "void main() {}\n";
  BINDPOSE_TRY(const auto made,
               device_.ask("compile", {text, fragment, captured_varyings(plan.spec.layout)}, "compiling"));
  const int number = made.value("program", -1);
  if (number < 0) {
    const std::string log = made.value("log", "");
    return fail("SHADER_COMPILE", made.value("where", ""), fmt::format("{}\n{}", log, named_line(log, text)));
  }
  return programs_.emplace(std::move(text), number).first->second;
}

// The last row of texels is filled with NaN.
Expected<void> WebRunner::send_inputs(const Plan& plan) {
  std::vector<float> uniforms;
  for (const UniformField& uniform : plan.data.uniforms)
    uniforms.insert(uniforms.end(), uniform.values.begin(), uniform.values.end());
  BINDPOSE_CHECK(device_.send("uniforms", bytes_of(uniforms)));
  if (plan.data.joint_rows > 0) BINDPOSE_CHECK(device_.send("palette", bytes_of(plan.data.joint_records)));
  if (plan.spec.frame_fields.empty()) return {};
  std::vector<float> frames = plan.data.frame_records;
  const std::size_t height = std::max<std::size_t>(frame_texture_height(plan.data), 1);
  frames.resize(height * frame_texture_width * 4, std::numeric_limits<float>::quiet_NaN());
  return device_.send("frame_texture", bytes_of(frames));
}

Expected<void> WebRunner::send_vertices(const Plan& plan, std::span<const std::uint32_t> words, json& job) {
  BINDPOSE_TRY(const auto stored,
               store_vertices(plan.data.layout, words, plan.path.vertices, nobodies_of(plan), plan.bits));
  BINDPOSE_CHECK(check_strides(stored));
  for (std::size_t b = 0; b < stored.bytes.size(); ++b)
    BINDPOSE_CHECK(device_.send(fmt::format("vertices {}", b), stored.bytes[b]));
  job["attributes"] = attributes_of(stored);
  return {};
}

Expected<void> WebRunner::capture_part(const json& job, std::size_t vertices, std::size_t record,
                                       std::vector<float>& captured) {
  BINDPOSE_TRY(const auto reply, device_.ask("capture", json::array({job}), "transform feedback"));
  BINDPOSE_CHECK(
      check_count(reply.value("written", std::size_t{0}), vertices, "TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN"));
  return take_page_words(reply, guarded_range(vertices * record, word_bytes), record, captured);
}

Expected<std::vector<float>> WebRunner::run(Plan plan, const TestHooks& hooks) {
  BINDPOSE_TRY(const int used, program(hooks, plan));
  const std::size_t before = fill_joint_rows(plan);
  BINDPOSE_CHECK(send_inputs(plan));
  json job = job_of(plan, used, before);

  const VertexLayout& layout = plan.data.layout;
  const std::size_t vertex_count = plan.data.vertex_count, record = layout.captured_words();
  std::vector<float> captured;
  captured.reserve(vertex_count * record);
  const std::size_t part = page_part_size(device_.info(), plan, hooks);
  for (std::size_t first = 0; first < vertex_count; first += part) {
    const std::size_t count = std::min(part, vertex_count - first);
    const auto shifted = [count](int by) {
      return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(count) + by);
    };
    const GuardedRange range = guarded_range(count * record, word_bytes);
    job["drawn"] = shifted(hooks.extra_drawn);
    job["words"] = range.size();
    job["guard"] = range.guard;
    job["range"] = shifted(hooks.extra_range) * record;
    // What the draw call skips is numbered, too; modulo 2^32.
    if (!plan.spec.frame_fields.empty())
      job["numbers"]["vertices_before"] = static_cast<std::uint32_t>(first - nobodies_of(plan));
    const auto words = std::span(plan.data.words).subspan(first * layout.words(), count * layout.words());
    BINDPOSE_CHECK(send_vertices(plan, words, job));
    BINDPOSE_CHECK(capture_part(job, count, record, captured));
  }
  return captured;
}

}  // namespace bindpose::gpu
