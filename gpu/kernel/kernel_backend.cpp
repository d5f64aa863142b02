// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/kernel/kernel_backend.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "gpu/program/shader_source.h"
#include "gpu/spirv/spirv.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

Expected<void> KernelBackend::compile(const Plan& plan, const RunSettings& settings) {
  std::string text = shader_of(plan, settings);
  auto found = programs_.find(text);
  if (found == programs_.end()) {
    BINDPOSE_TRY(auto made, made_of(text));
    found = programs_.emplace(std::move(text), std::move(made)).first;
  }
  used_ = &found->second;
  return {};
}

Expected<KernelBackend::Program> KernelBackend::made_of(const std::string& glsl) {
  BINDPOSE_TRY(const auto spirv, compile_spirv(ShaderStage::compute, glsl));
  BINDPOSE_TRY(auto written, write_kernel(spirv, contraction_));
  Program made;
  made.bindings = std::move(written.bindings);
  BINDPOSE_TRY(made.kernel, api_->compile(written.text));
  return made;
}

/// At least one vec4, because no memory of a device is empty.
Expected<void> KernelBackend::put(unsigned binding, std::span<const std::byte> bytes) {
  constexpr std::size_t least = 16;
  std::array<std::byte, least> held = {};
  if (bytes.size() < least) {
    std::ranges::copy(bytes, held.begin());
    bytes = held;
  }
  BINDPOSE_TRY(buffers_[binding], api_->memory(bytes));
  return {};
}

Expected<void> KernelBackend::send(Plan& plan, std::size_t) {
  for (const auto& [binding, numbers] : bound_numbers(plan))
    BINDPOSE_CHECK(put(binding, std::as_bytes(std::span(numbers))));
  return {};
}

Expected<void> KernelBackend::dispatch(const Part& part, std::span<const KernelArgument> arguments) {
  const std::size_t groups = groups_of(part);
  BINDPOSE_CHECK(api_->launch(*used_->kernel, arguments, groups));
  BINDPOSE_CHECK(api_->finish());
  return part.repeats.add([&]() -> Expected<void> {
    for (std::size_t turn = 0; turn < part.repeats.count; ++turn)
      BINDPOSE_CHECK(api_->launch(*used_->kernel, arguments, groups));
    return api_->finish();
  });
}

// The kernel gets the range between the guards.
Expected<void> KernelBackend::run_part(const Part& part, std::vector<float>& captured) {
  const GuardedRange range = part.range(info());
  std::vector<std::uint32_t> words(range.size(), poison_word);
  const std::vector<std::uint32_t> vertices = words_to_read(part);
  const std::array numbers = {numbers_of(part)};
  BINDPOSE_CHECK(put(captured_binding, std::as_bytes(std::span(words))));
  BINDPOSE_CHECK(put(vertices_binding, std::as_bytes(std::span(vertices))));
  BINDPOSE_CHECK(put(part_numbers_binding, std::as_bytes(std::span(numbers))));
  std::vector<KernelArgument> arguments;
  for (const unsigned binding : used_->bindings) {
    KernelArgument& argument = arguments.emplace_back(KernelArgument{buffers_.at(binding).get()});
    if (binding != captured_binding) continue;
    argument.offset = range.guard * word_bytes;
    argument.bytes = part.range_vertices() * part.record() * word_bytes;
  }
  BINDPOSE_CHECK(dispatch(part, arguments));
  BINDPOSE_CHECK(api_->read(*buffers_.at(captured_binding), std::as_writable_bytes(std::span(words))));
  return take_range(words, range, part.record(), captured);
}

}  // namespace bindpose::gpu
