// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the option that merges vertices at one position, and a check of weights.
#pragma once

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "reference/binding/shared/joint_weights.h"

namespace bindpose::binding {

enum class Seams { welded, apart };
inline const Choice<Seams> seams{.name = "seams",
                                 .values = {{"welded", Seams::welded}, {"apart", Seams::apart}},
                                 .meaning = "whether vertices at the same position count as one vertex"};

/// Each vertex counts separately.
inline std::vector<std::uint32_t> every_vertex(std::size_t vertex_count) {
  std::vector<std::uint32_t> all(vertex_count);
  std::iota(all.begin(), all.end(), 0U);
  return all;
}

/// Error NO_INFLUENCE: a vertex without any weight.
template <class T>
Expected<void> require_weights(const JointWeights<T>& W) {
  for (std::size_t v = 0; v < W.vertices(); ++v)
    if (std::ranges::all_of(W.row(v), [](const T& w) { return w == T(0); }))
      return fail("NO_INFLUENCE", fmt::format("weights[{}]", v),
                  "every vertex needs at least one weight that is not 0");
  return {};
}

}  // namespace bindpose::binding
