// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Limited weights: the kernel. The page is reference/binding/weight_limit.md.
#pragma once

#include "reference/binding/shared/joint_weights.h"
#include "reference/skinning/shared/weight_policies.h"

namespace bindpose::binding {

/// w_j / sum of the kept weights, for the k largest weights of a vertex; the first of equals stays. Omits the other joints.
template <class T>
std::vector<ListedWeight<T>> limited(std::vector<ListedWeight<T>> w, std::size_t k) {
  std::vector<ListedWeight<T>> keep;
  std::vector<T> kept;
  while (keep.size() < k && !w.empty()) {
    const auto largest =
        std::max_element(w.begin(), w.end(), [](const auto& a, const auto& b) { return a.w < b.w; });
    keep.push_back(*largest);
    kept.push_back(largest->w);
    w.erase(largest);
  }
  if (!keep.empty()) skinning::renormalise(std::span<T>(kept));
  for (std::size_t i = 0; i < keep.size(); ++i)
    keep[i].w = kept[i];
  return keep;
}

}  // namespace bindpose::binding
