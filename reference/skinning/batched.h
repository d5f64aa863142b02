// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear blending in batches: the kernel of `reduce`. The page is reference/skinning/batched.md; the blend is
// reference/skinning/palette_parts.h, the greedy choice of batches is in reference/skinning/shared/partition.cpp.
#pragma once

#include <algorithm>
#include <map>
#include <span>

#include "reference/skinning/shared/partition.h"

namespace bindpose::skinning {

enum class Excess { report, reduce };

/// The joints that a triangle with too many joints keeps: the strongest joint of each vertex, then
/// the joints with the largest weight summed over the vertices, up to k; among equal ones the lower
/// index. More than k if the strongest joints alone exceed k.
inline JointSet joints_to_keep(const Triangle& triangle, const Influences& slots, std::size_t k) {
  std::map<std::uint32_t, double> others;  // joint, summed weight
  JointSet kept;
  for (const std::uint32_t v : triangle) {
    std::size_t strongest = v * slots.width;
    for (std::size_t i = v * slots.width; i < (v + 1) * slots.width; ++i) {
      others[slots.joints[i]] += slots.weights[i];
      if (slots.weights[i] > slots.weights[strongest]) strongest = i;
    }
    if (slots.weights[strongest] > 0) kept.push_back(slots.joints[strongest]);
  }
  kept = sorted_set(std::move(kept));
  for (const std::uint32_t j : kept)
    others.erase(j);
  while (kept.size() < k && !others.empty()) {
    const auto next = std::max_element(others.begin(), others.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    kept.push_back(next->first);
    others.erase(next);
  }
  return kept;
}

/// w_i' = w_i s / (s - d), 0 for dropped weights; returns d, the dropped part of s = sum_i w_i.
template <class T>
T reduce(std::span<T> w, std::span<const char> kept) {
  T left(0), d(0);  // s - d, d
  bool is_reduced = false;
  for (std::size_t i = 0; i < w.size(); ++i) {
    (kept[i] != 0 ? left : d) += w[i];
    if (kept[i] != 0) continue;
    is_reduced = is_reduced || w[i] != T(0);
    w[i] = T(0);
  }
  for (T& w_i : w)
    if (is_reduced && w_i != T(0)) w_i *= T((left + d) / left);
  return d;
}

}  // namespace bindpose::skinning
