// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Smoothed weights: the kernel. The page is reference/binding/smooth_weights.md.
#pragma once

#include "reference/binding/shared/joint_weights.h"
#include "reference/numeric/linear_system.h"
#include "reference/surface/shared/laplacian.h"

namespace bindpose::binding {

/// Gives the vertices of each place the mean of their weights. places: the first vertex at the position of each vertex.
template <class T>
void weld(const std::vector<std::uint32_t>& places, JointWeights<T>& W) {
  JointWeights<T> sum{W.joints, std::vector<T>(W.w.size(), T(0))};
  std::vector<int> count(W.vertices(), 0);
  for (std::size_t v = 0; v < W.vertices(); ++v) {
    for (std::size_t j = 0; j < W.joints; ++j)
      add_term(sum.row(places[v])[j], W.row(v)[j]);
    ++count[places[v]];
  }
  for (std::size_t v = 0; v < W.vertices(); ++v)
    for (std::size_t j = 0; j < W.joints && count[places[v]] > 1; ++j)
      W.row(v)[j] = sum.row(places[v])[j] / T(count[places[v]]);
}

/// Smooths weights between places; all vertices of a place get the result.
template <class T>
void smooth_weights(const surface::Laplacian<T>& L, const surface::Smoothing& smoothing,
                    const std::vector<std::uint32_t>& places, JointWeights<T>& W) {
  weld(places, W);
  std::vector<DynamicVector<T>> w;
  for (std::size_t v = 0; v < W.vertices(); ++v)
    w.push_back(DynamicVector<T>::Map(W.row(v).data(), static_cast<Eigen::Index>(W.joints)));
  surface::smooth(L, smoothing, w);
  for (std::size_t v = 0; v < W.vertices(); ++v)
    std::ranges::copy(w[places[v]], W.row(v).begin());
}

}  // namespace bindpose::binding
