// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: distances between poses that have a row of numbers for every joint.
//
// Formula. D = sqrt(sum_j w_j d_j^2), d_j the distance of joint j's rows, w_j the joint's share: 1 of every joint,
// or a vertex's weight. If s is off by e, its root is off by e / (sqrt(s) + sqrt(s - e)), at most sqrt(e).
#pragma once

#include "reference/examples/shared/pose_distance.h"

namespace bindpose::examples {

/// sqrt(s); s is at least 0.
template <class T>
T root_of(const T& s) {
  using std::sqrt;
  return sqrt(s);
}
template <>
Tracked root_of(const Tracked& s);

/// d: of every joint, w: its share. Joints without share are ignored.
template <class T>
T weighted_distance(const std::vector<T>& d, const std::vector<T>& w) {
  T s(0);
  for (std::size_t j = 0; j < d.size(); ++j)
    if (w[j] != T(0)) s += w[j] * (d[j] * d[j]);
  return root_of<T>(s);
}

}  // namespace bindpose::examples
