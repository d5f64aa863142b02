// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Rogue weights: the kernel. The page is reference/binding/rogue_weights.md.
#pragma once

#include <algorithm>

#include "reference/binding/shared/holdings.h"

namespace bindpose::binding {

/// w_vj / the sum of the unmarked weights (m_vj = 0), for a vertex with a mark; false if no weight is left. w, m: [#joints].
template <class T>
bool take_off(std::span<const char> m, std::span<T> w) {
  T rest(0);
  bool is_marked = false;
  for (std::size_t j = 0; j < w.size(); ++j) {
    is_marked = is_marked || m[j] != 0;
    if (m[j] != 0) w[j] = T(0);
    add_term(rest, w[j]);
  }
  if (is_marked && rest != T(0)) divide_row(w, rest);
  return rest != T(0);
}

/// The mean of the rows with weights; false if no row has any. around: vertices; has: [#vertices].
template <class T>
bool take_from(const std::vector<std::uint32_t>& around, const std::vector<bool>& has,
               const JointWeights<T>& W, std::span<T> w) {
  int count = 0;
  for (const std::uint32_t u : around) {
    if (!has[u]) continue;
    ++count;
    for (std::size_t j = 0; j < w.size(); ++j)
      add_term(w[j], W.row(u)[j]);
  }
  if (count == 0) return false;
  divide_row(w, T(count));
  return true;
}

/// joint_weights and rogue_marks. fills: gives a vertex without remaining weights its neighbours' mean.
template <class T>
Result<T> without_rogues(const Places& places, JointWeights<T> W, const RogueRule& rule, bool fills) {
  const std::size_t J = W.joints;
  const std::vector<char> marks = rogue_marks(places, holdings(W), J, rule);
  std::vector<bool> has, is_marked;
  for (std::size_t v = 0; v < W.vertices(); ++v) {
    const std::span<const char> m = std::span(marks).subspan(v * J, J);
    has.push_back(take_off(m, W.row(v)));
    is_marked.push_back(*std::ranges::max_element(m) != 0);
  }
  auto result = weigh_vertices<T>(W.vertices(), J, [&](std::size_t v, std::span<T> w) {
    std::ranges::copy(W.row(v), w.begin());
    const bool takes = fills && is_marked[v];
    return has[v] || (takes && take_from(places.around(static_cast<std::uint32_t>(v)), has, W, w))
               ? ""
               : "NO_INFLUENCE";
  });
  result.arrays.push_back({"rogue_marks", {W.vertices(), J}, {marks.begin(), marks.end()}});
  return result;
}

}  // namespace bindpose::binding
