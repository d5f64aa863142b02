// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Binding to the nearest bone: the kernel. The page is reference/binding/point_to_line.md.
#pragma once

#include "reference/binding/shared/bones.h"
#include "reference/binding/shared/distances.h"
#include "reference/binding/shared/segment.h"

namespace bindpose::binding {

/// d_j of every joint with a bone, ascending by joint. bones: in the order of their joints.
template <class T>
std::vector<ListedWeight<T>> bone_distances(const std::vector<Bone<T>>& bones, const Vec3<T>& x) {
  std::vector<ListedWeight<T>> d;
  for (const Bone<T>& bone : bones) {
    const T distance = norm_of<T>(x - nearest_point(bone.a, bone.b, x));
    if (!d.empty() && d.back().j == bone.j)
      d.back().w = -greater_of<T>(-d.back().w, -distance);
    else
      d.push_back({bone.j, distance});
  }
  return d;
}

/// w_j = 1 for the least d_j; the lowest j of equals.
template <class T>
void weigh_nearest(const std::vector<ListedWeight<T>>& d, std::span<T> w) {
  std::size_t least = 0;
  for (std::size_t i = 1; i < d.size(); ++i)
    if (d[i].w < d[least].w) least = i;
  w[d[least].j] = T(1);
}

/// w_j = (N / d_j)^q / sum_i (N / d_i)^q, N = 1, or the least distance if that may be 0.
template <class T>
void weigh_by_inverse_distance(const std::vector<ListedWeight<T>>& d, int q, std::span<T> w) {
  const std::size_t least = least_of(d);
  const bool is_near = may_be_zero(d[least].w);
  T sum(0);
  for (std::size_t i = 0; i < d.size(); ++i) {
    const bool is_on = i == least ? is_near : to_double(d[i].w) == 0;
    const T ratio = is_on ? T(1) : T((is_near ? d[least].w : T(1)) / d[i].w);
    T power = ratio;
    for (int k = 1; k < q; ++k)
      power *= ratio;
    w[d[i].j] = power;
    sum += power;
  }
  divide_row(w, sum);
  leave_several_zeros_undecided(d, w);
}

}  // namespace bindpose::binding
