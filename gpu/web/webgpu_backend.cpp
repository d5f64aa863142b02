// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/web/webgpu_backend.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include <fmt/format.h>

#include "gpu/program/shader_source.h"
#include "gpu/spirv/kernel.h"
#include "gpu/web/wgsl_program.h"
#include "reference/model/try.h"

namespace bindpose::gpu {

using nlohmann::json;

Expected<void> WebGpuBackend::compile(const Plan& plan, const RunSettings& settings) {
  std::string text = shader_of(plan, settings);
  auto found = programs_.find(text);
  if (found == programs_.end()) {
    BINDPOSE_TRY(const int made, made_of(text));
    found = programs_.emplace(std::move(text), made).first;
  }
  used_ = found->second;
  return {};
}

Expected<int> WebGpuBackend::made_of(const std::string& glsl) {
  BINDPOSE_TRY(const json program, wgsl_program(glsl));
  return compile_in_page(page_, program.at(0).get<std::string>(), program);
}

/// At least one vec4, because WebGPU allows no empty binding.
Expected<void> WebGpuBackend::put(unsigned binding, std::span<const std::byte> bytes) {
  constexpr std::size_t unit = 16;
  std::vector<std::byte> held(bytes.begin(), bytes.end());
  held.resize(std::max((held.size() + unit - 1) / unit, std::size_t{1}) * unit);
  return page_.send(fmt::format("binding {}", binding), held);
}

Expected<void> WebGpuBackend::send(Plan& plan, std::size_t) {
  for (const auto& [binding, numbers] : bound_numbers(plan))
    BINDPOSE_CHECK(put(binding, std::as_bytes(std::span(numbers))));
  return {};
}

// The shader gets the range between the guards.
Expected<void> WebGpuBackend::run_part(const Part& part, std::vector<float>& captured) {
  const std::vector<std::uint32_t> vertices = words_to_read(part);
  const std::array numbers = {numbers_of(part)};
  BINDPOSE_CHECK(put(vertices_binding, std::as_bytes(std::span(vertices))));
  BINDPOSE_CHECK(put(part_numbers_binding, std::as_bytes(std::span(numbers))));
  const GuardedRange range = part.range(info());
  const json job = {{"program", used_},          {"captured", captured_binding},
                    {"groups", groups_of(part)}, {"words", range.size()},
                    {"guard", range.guard},      {"range", part.range_vertices() * part.record()},
                    {"poison", poison_word}};
  BINDPOSE_TRY(const auto reply, page_.ask("capture", json::array({job}), "compute"));
  return take_page_words(reply, part, info(), captured);
}

}  // namespace bindpose::gpu
