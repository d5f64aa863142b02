// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: chooses q or -q for a blend of rotations, so that all are on the pivot's half of the sphere.
//
// Formula. s_i = -1 if q_i . p < 0, else +1. The policy chooses the pivot p:
//   first-influence   the quaternion of the first influence, as listed
//   largest-weight    the quaternion of the influence with the largest weight; among equal ones,
//   the first first-slot        the quaternion of slot 0's joint, even if its weight is 0; a joint
//   that influences no vertex
//                     and is not a rigid motion counts as the identity
//   running-sum       the sum of the previous influences: w_1 q_1, then w_1 q_1 + s_2 w_2 q_2 ...
//   running-sum-by-joint    the same, in the order of the joints
// The outputs differ as soon as three rotations do not fit into one half of the sphere.
//
// Source. L. Kavan, S. Collins, J. Zara, C. O'Sullivan, Skinning with dual quaternions, Symposium on
// Interactive 3D Graphics and Games 2007 (first-influence); libigl's dqs, whose weights are a dense matrix (running-sum-by-joint).
#pragma once

#include <algorithm>
#include <numeric>

#include "reference/model/declaration.h"
#include "reference/skinning/shared/rigid_blend.h"

namespace bindpose::skinning {

enum class SignPivot { first_influence, largest_weight, first_slot, running_sum, running_sum_by_joint };
inline const Choice<SignPivot> sign_pivots{"pivot",
                                           OptionSpec::Kind::policy,
                                           {{"first-influence", SignPivot::first_influence},
                                            {"largest-weight", SignPivot::largest_weight},
                                            {"first-slot", SignPivot::first_slot},
                                            {"running-sum", SignPivot::running_sum},
                                            {"running-sum-by-joint", SignPivot::running_sum_by_joint}},
                                           "which quaternion the other ones' signs are resolved against"};

/// s_i w_i, ordered as the influences. slot_0: q of the first slot's joint.
template <class T>
std::vector<T> signed_weights(const std::vector<Influence<T>>& influences, const std::vector<Rigid<T>>& M,
                              const Quat<T>& slot_0, SignPivot pivot) {
  const bool by_joint = pivot == SignPivot::running_sum_by_joint;
  std::vector<std::size_t> order(influences.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (by_joint) std::ranges::stable_sort(order, {}, [&](std::size_t i) { return influences[i].j; });
  std::size_t lead = 0;
  if (by_joint) lead = order.front();
  if (pivot == SignPivot::largest_weight)
    for (std::size_t i = 1; i < influences.size(); ++i)
      if (influences[i].w > influences[lead].w) lead = i;
  const bool by_sum = by_joint || pivot == SignPivot::running_sum;
  Quat<T> p = pivot == SignPivot::first_slot ? slot_0 : M[influences[lead].j].rotation;
  if (by_sum) p.coeffs() *= influences[lead].w;

  std::vector<T> w(influences.size());
  for (const std::size_t i : order) {
    const Quat<T>& q = M[influences[i].j].rotation;
    const bool is_pivot = i == lead && pivot != SignPivot::first_slot;
    const bool opposite = !is_pivot && quaternion_dot(p, q) < T(0);
    w[i] = opposite ? T(-influences[i].w) : influences[i].w;
    if (by_sum && i != lead) p.coeffs() += w[i] * q.coeffs();
  }
  return w;
}

}  // namespace bindpose::skinning
