// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/webgpu/plan_runner.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "gpu/capture/guard.h"
#include "gpu/device/named_line.h"
#include "gpu/program/palette_delivery.h"
#include "gpu/program/shader_source.h"
#include "gpu/spirv/kernel.h"
#include "gpu/spirv/spirv.h"
#include "gpu/spirv/wgsl.h"
#include "gpu/web/scripted_page.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

using nlohmann::json;

json buffers_of(const WgslShader& shader) {
  static constexpr const char* uses[] = {"uniform", "read", "written"};
  json all = json::array();
  for (const auto& [binding, use] : shader.buffers)
    all.push_back({binding, uses[static_cast<std::size_t>(use)]});
  return all;
}

}  // namespace

Expected<int> WebGpuRunner::program(const TestHooks& hooks, const Plan& plan) {
  std::string text = compute_shader(plan.spec);
  if (hooks.edit) text = hooks.edit(std::move(text));
  if (const auto found = programs_.find(text); found != programs_.end()) return found->second;
  BINDPOSE_TRY(const int made, compile(text));
  return programs_.emplace(std::move(text), made).first->second;
}

Expected<int> WebGpuRunner::compile(const std::string& glsl) {
  BINDPOSE_TRY(const auto spirv, compile_spirv(ShaderStage::compute, glsl));
  BINDPOSE_TRY(const auto written, write_wgsl(spirv));
  BINDPOSE_TRY(const auto made,
               device_.ask("compile", {written.text, kernel_name, buffers_of(written)}, "compiling"));
  if (const int number = made.value("program", -1); number >= 0) return number;
  const std::string log = made.value("log", "");
  return fail("SHADER_COMPILE", made.value("where", ""),
              fmt::format("{}\n{}", log, named_line(log, written.text)));
}

/// Of one vec4 at least, and of whole ones: no binding of WebGPU's is empty.
Expected<void> WebGpuRunner::send(unsigned binding, std::span<const std::byte> bytes) {
  constexpr std::size_t unit = 16;
  std::vector<std::byte> held(bytes.begin(), bytes.end());
  held.resize(std::max((held.size() + unit - 1) / unit, std::size_t{1}) * unit);
  return device_.send(fmt::format("binding {}", binding), held);
}

/// Everything that is the same for each part of the vertices.
Expected<void> WebGpuRunner::send_inputs(const Plan& plan) {
  const std::vector<float> uniforms = uniform_block(plan.data.uniforms);
  const std::pair<unsigned, std::span<const float>> inputs[] = {{palette_binding, plan.data.joint_records},
                                                                {frames_binding, plan.data.frame_records},
                                                                {uniforms_binding, uniforms}};
  for (const auto& [binding, numbers] : inputs)
    BINDPOSE_CHECK(send(binding, std::as_bytes(numbers)));
  return {};
}

// The shader is given the range between the guards.
Expected<void> WebGpuRunner::run_part(const Plan& plan, const TestHooks& hooks, int program,
                                      std::size_t first, std::size_t count, std::vector<float>& captured) {
  const VertexLayout& layout = plan.data.layout;
  const std::size_t record = layout.captured_words();
  const auto shifted = [count](int by) {
    return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(count) + by);
  };
  const std::size_t drawn = shifted(hooks.extra_drawn);
  const auto part =
      std::span(plan.data.words).subspan(first * layout.record_words(), count * layout.record_words());
  std::vector<std::uint32_t> vertices(part.begin(), part.end());
  vertices.resize(std::max(count, drawn) * layout.record_words());  // for tests that compute too many
  const std::array numbers = {PartNumbers{static_cast<std::uint32_t>(drawn),
                                          static_cast<std::uint32_t>(first),
                                          static_cast<std::uint32_t>(plan.data.vertex_count)}};
  BINDPOSE_CHECK(send(vertices_binding, std::as_bytes(std::span(vertices))));
  BINDPOSE_CHECK(send(part_numbers_binding, std::as_bytes(std::span(numbers))));
  const auto alignment =
      static_cast<std::size_t>(device_.info().limit("SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT"));
  const GuardedRange range = guarded_range(count * record, alignment);
  const json job = {{"program", program},
                    {"captured", captured_binding},
                    {"groups", (drawn + compute_group_size - 1) / compute_group_size},
                    {"words", range.size()},
                    {"guard", range.guard},
                    {"range", shifted(hooks.extra_range) * record},
                    {"poison", poison_word}};
  BINDPOSE_TRY(const auto reply, device_.ask("capture", json::array({job}), "compute"));
  return take_page_words(reply, range, record, captured);
}

Expected<std::vector<float>> WebGpuRunner::run(Plan plan, const TestHooks& hooks) {
  BINDPOSE_TRY(const int used, program(hooks, plan));
  fill_joint_rows(plan);
  BINDPOSE_CHECK(send_inputs(plan));
  const std::size_t vertex_count = plan.data.vertex_count;
  std::vector<float> captured;
  captured.reserve(vertex_count * plan.data.layout.captured_words());
  const std::size_t part = page_part_size(device_.info(), plan, hooks);
  for (std::size_t first = 0; first < vertex_count; first += part)
    BINDPOSE_CHECK(run_part(plan, hooks, used, first, std::min(part, vertex_count - first), captured));
  return captured;
}

}  // namespace bindpose::gpu
