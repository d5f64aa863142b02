// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: inputs of packing and their output: integers of every vertex, joints first, and the weights that they encode.
#pragma once

#include <algorithm>

#include "reference/binding/shared/packing.h"

namespace bindpose::binding {

enum class LastWeight { stored, implicit };
inline const Choice<LastWeight> last_weights{
    .name = "last_weight",
    .values = {{"stored", LastWeight::stored}, {"implicit", LastWeight::implicit}},
    .meaning = "whether the last slot's weight is stored, or is 1 minus the others"};

/// joints (any number), weights.
ArrayList slot_arrays();
/// The integers of a vertex under this name, and unpacked_weights.
ArrayList packed_arrays(std::string_view name, std::string_view means);
/// Error INDEX_RANGE: a joint index too large for the format.
Expected<void> require_joints_below(const ArraySet& question, int count);

/// The packed data of a vertex, and the values read from it.
template <class T>
struct PackedVertices {
  std::size_t width = 0;             ///< integers of a vertex
  std::vector<T> integers = {};      ///< [#vertices * width]
  std::vector<T> weights = {};       ///< w'_i [#vertices * #slots]
  std::vector<Undefined> undefined;  ///< vertices without weights; they hold zeros

  Result<T> result(const std::string& name, std::size_t slots) && {
    const std::size_t vertices = weights.size() / slots;
    return {{{name, {vertices, width}, std::move(integers)},
             {"unpacked_weights", {vertices, slots}, std::move(weights)}},
            std::move(undefined)};
  }
};

/// n: steps that sum to 1; steps(w): k_i of a vertex with weights.
template <class T, class Steps>
PackedVertices<T> pack_vertices(const Inputs<T>& in, int n, const std::string& name, LastWeight last,
                                Steps steps) {
  const std::vector<T> weights = slot_weights(in);
  const std::size_t K = in.extent("K");
  PackedVertices<T> packed{2 * K - (last == LastWeight::implicit ? 1 : 0), {}, {}, {}};
  for (std::size_t v = 0; v < in.extent("V"); ++v) {
    const std::span<const T> w = std::span<const T>(weights).subspan(v * K, K);
    const bool has = std::ranges::any_of(w, [](const T& w_i) { return w_i != T(0); });
    const std::vector<T> k = has ? steps(w) : std::vector<T>(K, T(0));
    for (std::size_t i = 0; i < K; ++i)
      packed.integers.push_back(T(in.integers("joints")[v * K + i]));
    packed.integers.insert(packed.integers.end(), k.begin(),
                           k.begin() + static_cast<std::ptrdiff_t>(packed.width - K));
    for (const T& k_i : k)
      packed.weights.push_back(k_i / T(n));
    if (has) continue;
    packed.undefined.push_back({name, v, "NO_INFLUENCE"});
    packed.undefined.push_back({"unpacked_weights", v, "NO_INFLUENCE"});
  }
  return packed;
}

}  // namespace bindpose::binding
