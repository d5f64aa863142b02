// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/answer.h"

#include <utility>

namespace bindpose::gpu {

ArraySet make_answer(const VertexLayout& layout, std::size_t vertex_count,
                     const std::vector<float>& captured) {
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

}  // namespace bindpose::gpu
