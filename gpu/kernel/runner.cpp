// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernel/runner.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "gpu/capture/guard.h"
#include "gpu/capture/repeats.h"
#include "gpu/program/shader_source.h"
#include "gpu/spirv/spirv.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

Expected<const KernelRunner::Program*> KernelRunner::program(const TestHooks& hooks, const Plan& plan,
                                                             Contraction contraction) {
  std::string text = compute_shader(plan.spec);
  if (hooks.edit) text = hooks.edit(std::move(text));
  std::pair key(std::move(text), contraction);
  if (const auto found = programs_.find(key); found != programs_.end()) return &found->second;
  BINDPOSE_TRY(auto made, compile(key.first, contraction));
  return &programs_.emplace(std::move(key), std::move(made)).first->second;
}

Expected<KernelRunner::Program> KernelRunner::compile(const std::string& glsl, Contraction contraction) {
  BINDPOSE_TRY(const auto spirv, compile_spirv(ShaderStage::compute, glsl));
  BINDPOSE_TRY(auto written, write_kernel(spirv, contraction));
  Program made;
  made.bindings = std::move(written.bindings);
  BINDPOSE_TRY(made.kernel, api_->compile(written.text));
  return made;
}

/// Of one vec4 at least: no memory of a device's is empty.
Expected<std::unique_ptr<DeviceMemory>> KernelRunner::memory(std::span<const std::byte> bytes) {
  constexpr std::size_t least = 16;
  if (bytes.size() >= least) return api_->memory(bytes);
  std::array<std::byte, least> held = {};
  std::ranges::copy(bytes, held.begin());
  return api_->memory(held);
}

/// Everything that is the same for each part of the vertices, by its binding.
Expected<KernelRunner::Buffers> KernelRunner::inputs_of(const Plan& plan) {
  Buffers buffers;
  const std::vector<float> uniforms = uniform_block(plan.data.uniforms);
  const std::pair<unsigned, std::span<const float>> inputs[] = {{palette_binding, plan.data.joint_records},
                                                                {frames_binding, plan.data.frame_records},
                                                                {uniforms_binding, uniforms}};
  for (const auto& [binding, numbers] : inputs) {
    BINDPOSE_TRY(buffers[binding], memory(std::as_bytes(numbers)));
  }
  return buffers;
}

Expected<void> KernelRunner::dispatch(const TestHooks& hooks, const Program& program,
                                      std::span<const KernelArgument> arguments, std::size_t vertices) {
  const std::size_t groups = (vertices + compute_group_size - 1) / compute_group_size;
  BINDPOSE_CHECK(api_->launch(*program.kernel, arguments, groups));
  BINDPOSE_CHECK(api_->finish());
  Repeats repeats{hooks.repeats, hooks.seconds, hooks.least_seconds};
  BINDPOSE_CHECK(repeats.add([&]() -> Expected<void> {
    for (std::size_t turn = 0; turn < hooks.repeats; ++turn)
      BINDPOSE_CHECK(api_->launch(*program.kernel, arguments, groups));
    return api_->finish();
  }));
  computed_.seconds += repeats.seconds;
  return {};
}

// The kernel is given the range between the guards.
Expected<void> KernelRunner::run_part(const Plan& plan, const TestHooks& hooks, const Program& program,
                                      Buffers& buffers, std::size_t first, std::size_t count,
                                      std::vector<float>& captured) {
  const VertexLayout& layout = plan.data.layout;
  const std::size_t record = layout.captured_words();
  const auto shifted = [count](int by) {
    return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(count) + by);
  };
  const std::size_t drawn = shifted(hooks.extra_drawn);
  const auto alignment = static_cast<std::size_t>(info().limit("SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT"));
  const GuardedRange guards = guarded_range(count * record, alignment);
  std::vector<std::uint32_t> words(guards.size(), poison_word);
  const std::array numbers = {PartNumbers{static_cast<std::uint32_t>(drawn),
                                          static_cast<std::uint32_t>(first),
                                          static_cast<std::uint32_t>(plan.data.vertex_count)}};
  const auto part =
      std::span(plan.data.words).subspan(first * layout.record_words(), count * layout.record_words());
  std::vector<std::uint32_t> vertices(part.begin(), part.end());
  vertices.resize(std::max(count, drawn) * layout.record_words());  // for tests that compute too many
  BINDPOSE_TRY(buffers[captured_binding], memory(std::as_bytes(std::span(words))));
  BINDPOSE_TRY(buffers[vertices_binding], memory(std::as_bytes(std::span(vertices))));
  BINDPOSE_TRY(buffers[part_numbers_binding], memory(std::as_bytes(std::span(numbers))));
  std::vector<KernelArgument> arguments;
  for (const unsigned binding : program.bindings)
    arguments.push_back({buffers.at(binding).get()});
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (program.bindings[i] == captured_binding) {
      arguments[i].offset = guards.guard * word_bytes;
      arguments[i].bytes = shifted(hooks.extra_range) * record * word_bytes;
    }
  BINDPOSE_CHECK(dispatch(hooks, program, arguments, drawn));
  BINDPOSE_CHECK(api_->read(*buffers.at(captured_binding), std::as_writable_bytes(std::span(words))));
  return take_range(words, guards, record, captured);
}

Expected<std::vector<float>> KernelRunner::run(Plan plan, const TestHooks& hooks, Contraction contraction) {
  BINDPOSE_TRY(const Program* const used, program(hooks, plan, contraction));
  fill_joint_rows(plan);
  BINDPOSE_TRY(auto buffers, inputs_of(plan));
  const std::size_t vertex_count = plan.data.vertex_count;
  std::vector<float> captured;
  captured.reserve(vertex_count * plan.data.layout.captured_words());
  computed_ = {0, bytes_computed(plan)};
  const std::size_t part = part_size(info(), plan, hooks);
  for (std::size_t first = 0; first < vertex_count; first += part)
    BINDPOSE_CHECK(
        run_part(plan, hooks, *used, buffers, first, std::min(part, vertex_count - first), captured));
  return captured;
}

}  // namespace bindpose::gpu
