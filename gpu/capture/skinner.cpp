// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/skinner.h"

#include <utility>
#include <vector>

#include "gpu/capture/plan.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

/// The captured records as arrays.
ArraySet arrays_of(const VertexLayout& layout, std::size_t vertex_count, const std::vector<float>& captured) {
  ArraySet answer;
  const std::size_t record = layout.captured_words();
  for (const VertexLayout::Capture& capture : layout.captures()) {
    Array::Reals values;
    values.reserve(vertex_count * capture.width);
    for (std::size_t v = 0; v < vertex_count; ++v)
      for (std::size_t c = 0; c < capture.width; ++c)
        values.push_back(static_cast<double>(captured[v * record + capture.at + c]));
    Shape shape{vertex_count};
    if (capture.width > 1) shape.push_back(capture.width);
    answer.add(capture.name, std::move(shape), std::move(values));
  }
  return answer;
}

}  // namespace

Expected<std::string> Skinner::shader_source(const Algorithm& algorithm, const ArraySet& question,
                                             const Options& options, const Variant& variant) const {
  BINDPOSE_TRY(const auto plan, make_plan(device_.info(), settings, algorithm, question, options, variant));
  return shader_of(plan, {});
}

Expected<ArraySet> Skinner::run(const Algorithm& algorithm, const ArraySet& question, const Options& options,
                                const Variant& variant) {
  BINDPOSE_TRY(auto plan, checked_plan(device_.info(), settings, algorithm, question, options, variant));
  const VertexLayout layout = plan.data.layout;
  const std::size_t vertex_count = plan.data.vertex_count;
  if (vertex_count == 0) return arrays_of(layout, 0, {});
  BINDPOSE_TRY(const auto captured, run_plan(device_, std::move(plan), settings));
  seconds_on_device_ = captured.seconds;
  computed_ = captured.computed;
  return arrays_of(layout, vertex_count, captured.words);
}

}  // namespace bindpose::gpu
