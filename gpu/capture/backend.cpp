// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/backend.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "reference/model/try.h"

namespace bindpose::gpu {

double seconds_on_the_clock() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

GuardedRange Part::range(const DeviceInfo& info) const {
  const long alignment = info.limit("SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT");
  return guarded_range(count * record(), static_cast<std::size_t>(alignment));
}

std::size_t groups_of(const Part& part) {
  return (part.drawn() + compute_group_size - 1) / compute_group_size;
}

PartNumbers numbers_of(const Part& part) {
  return {static_cast<std::uint32_t>(part.drawn()), static_cast<std::uint32_t>(part.first),
          static_cast<std::uint32_t>(part.plan.data.vertex_count)};
}

std::vector<std::uint32_t> words_to_read(const Part& part) {
  const auto words = part.words();
  std::vector<std::uint32_t> all(words.begin(), words.end());
  all.resize(std::max(part.count, part.drawn()) * part.plan.data.layout.record_words());
  return all;
}

std::vector<std::pair<unsigned, std::vector<float>>> bound_numbers(const Plan& plan) {
  return {{palette_binding, plan.data.joint_records},
          {frames_binding, plan.data.frame_records},
          {uniforms_binding, uniform_block(plan.data.uniforms)}};
}

Expected<Captured> run_plan(Backend& device, Plan plan, const RunSettings& settings) {
  BINDPOSE_CHECK(device.compile(plan, settings));
  const double start = settings.seconds();
  const std::size_t rows_before = fill_joint_rows(plan);
  BINDPOSE_CHECK(device.send(plan, rows_before));
  const std::size_t vertex_count = plan.data.vertex_count;
  Captured captured;
  captured.words.reserve(vertex_count * plan.data.layout.captured_words());
  Repeats repeats{settings.repeats, settings.seconds, settings.least_seconds};
  const std::size_t most = part_size(device.info(), plan, settings);
  for (std::size_t first = 0; first < vertex_count; first += most) {
    const std::size_t count = std::min(most, vertex_count - first);
    BINDPOSE_CHECK(device.run_part({plan, settings, repeats, first, count}, captured.words));
  }
  captured.computed = {repeats.seconds, bytes_computed(plan)};
  captured.seconds = settings.seconds() - start;
  return captured;
}

}  // namespace bindpose::gpu
