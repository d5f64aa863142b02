// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>

#include "conformance/judge/compare_array.h"
#include "conformance/repro/gpu_recipe.h"
#include "reference/numeric/float32.h"

namespace bindpose::conformance {

Beside beside_captured(const gpu::Recipe& recipe, const Expectation& right) {
  const std::size_t count = recipe.vertex_count * recipe.captured_words;
  Beside beside;
  beside.expected.assign(count, 0);
  beside.bound.assign(count, infinity);
  beside.other.assign(count, 0);
  beside.other_bound.assign(count, -1);
  for (const auto& capture : recipe.captures) {
    beside.captures.emplace_back();
    const auto array = std::ranges::find(right.arrays, capture.name, &ExpectedArray::name);
    if (array == right.arrays.end()) continue;
    beside.captures.back() = {array->rotations, array->length_bound};
    for (std::size_t i = 0; i < array->branch.values.size(); ++i) {
      const std::size_t at = i / capture.width * recipe.captured_words + capture.at + i % capture.width;
      beside.expected[at] = array->branch.values[i];
      if (is_decided(*array, i)) beside.bound[at] = array->branch.bounds[i];
      if (array->other.values.empty()) continue;
      beside.other[at] = array->other.values[i];
      beside.other_bound[at] = array->other.bounds[i];
    }
  }
  return beside;
}

}  // namespace bindpose::conformance
