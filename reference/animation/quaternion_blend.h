// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Weighted blend of rotations: the kernel. The page is reference/animation/quaternion_blend.md.
#pragma once

#include <optional>

#include "reference/model/declaration.h"
#include "reference/numeric/stored.h"

namespace bindpose::animation {

/// The rotation that decides the signs of the others: the lead, the sum of the rotations before, or none.
enum class BlendPivot { lead, running_sum, as_given };
extern const Choice<BlendPivot> blend_pivots;

enum class BlendForm { sum_then_normalise, weights_first };
extern const Choice<BlendForm> blend_forms;

/// w_i / (sum_k w_k)
template <class T>
std::vector<T> shares(std::vector<T> w) {
  T total(0);
  for (const T& w_i : w)
    total += w_i;
  for (T& w_i : w)
    if (w_i != T(0)) w_i /= total;
  return w;
}

/// q = normalize(sum_i w_i s_i q_i), s_i by the pivot, q_i as (x, y, z, w), w_i [#q], lead < #q. Empty if the sum is 0.
template <class T>
std::optional<Vec4<T>> quaternion_blend(const std::vector<Vec4<T>>& q, std::vector<T> w, std::size_t lead,
                                        BlendForm form = BlendForm::sum_then_normalise,
                                        BlendPivot pivot = BlendPivot::lead) {
  using std::sqrt;
  if (form == BlendForm::weights_first) w = shares(w);
  Vec4<T> sum = Vec4<T>::Zero();
  for (std::size_t i = 0; i < q.size(); ++i) {
    if (w[i] == T(0)) continue;
    const bool far = pivot == BlendPivot::lead ? i != lead && q[i].dot(q[lead]) < T(0)
                                               : pivot == BlendPivot::running_sum && q[i].dot(sum) < T(0);
    sum += (far ? T(-w[i]) : w[i]) * q[i];
  }
  sum = stored_entries(sum);
  const T squared = sum.dot(sum);
  if (!(to_double(squared) > 0)) return std::nullopt;
  return Vec4<T>(sum / T(sqrt(squared)));
}

}  // namespace bindpose::animation
