// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Smoothed weights: the kernel. The page is reference/binding/smooth_weights.md.
#pragma once

#include <cstdint>
#include <vector>

#include "reference/binding/shared/joint_weights.h"
#include "reference/surface/shared/laplacian.h"

namespace bindpose::binding {

/// Every place has the mean of the weights of its vertices; so have they. places: the first vertex of each one's place.
template <class T>
void weld(const std::vector<std::uint32_t>& places, std::vector<Eigen::Matrix<T, 1, 1>>& w) {
  std::vector<T> sum(w.size(), T(0));
  std::vector<int> count(w.size(), 0);
  for (std::size_t v = 0; v < w.size(); ++v) {
    add_term(sum[places[v]], w[v][0]);
    ++count[places[v]];
  }
  for (std::size_t v = 0; v < w.size(); ++v)
    if (count[places[v]] > 1) w[v][0] = sum[places[v]] / T(count[places[v]]);
}

/// The weights of joint j are smoothed between places, and given to every vertex of a place.
template <class T>
void smooth_weights(const surface::Laplacian<T>& L, const surface::Smoothing& smoothing,
                    const std::vector<std::uint32_t>& places, std::size_t j, JointWeights<T>& W) {
  std::vector<Eigen::Matrix<T, 1, 1>> w;
  for (std::size_t v = 0; v < W.vertices(); ++v)
    w.push_back(Eigen::Matrix<T, 1, 1>(W.row(v)[j]));
  weld(places, w);
  surface::smooth(L, smoothing, w);
  for (std::size_t v = 0; v < W.vertices(); ++v)
    W.row(v)[j] = w[places[v]][0];
}

}  // namespace bindpose::binding
