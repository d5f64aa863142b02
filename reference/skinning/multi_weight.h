// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Multi-weight enveloping: the kernel. The page is reference/skinning/multi_weight.md.
#pragma once

#include "reference/model/rig.h"
#include "reference/skinning/shared/normal_rule.h"
#include "reference/skinning/shared/vertex.h"

namespace bindpose::skinning {

enum class EntryOrder { transform_then_blend, blend_then_transform };
extern const Choice<EntryOrder> entry_orders;

/// The weights w_irc of a slot's matrix: number 4 r + c.
template <class T>
using EntryWeights = Eigen::Matrix<T, 12, 1>;

/// x'_r = sum_i sum_c w_irc (M_i)_rc x_c with x_3 = 1, n' along N n, t' along B t. w: of every slot; M: [#joints]. No
/// normal: SINGULAR_BLEND.
template <class T>
DeformedVertex<T> multi_weight(const RestVertex<T>& rest, const Influences& slots,
                               const std::vector<EntryWeights<T>>& w, const std::vector<Affine<T>>& M,
                               EntryOrder order, NormalRule rule) {
  DeformedVertex<T> y;
  Affine<T> B{Mat3<T>::Zero(), Vec3<T>::Zero()};  // B_rc = sum_i w_irc (M_i)_rc
  for (std::size_t i = rest.first_slot; i < rest.first_slot + slots.width; ++i) {
    DeformedVertex<T> y_i;
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 4; ++c) {
        const T& w_rc = w[i][4 * r + c];
        if (w_rc == T(0)) continue;
        const Affine<T>& M_i = M[slots.joints[i]];
        const T& M_rc = c < 3 ? M_i.linear(r, c) : M_i.translation[r];
        const T wM = w_rc * M_rc;
        (c < 3 ? B.linear(r, c) : B.translation[r]) += wM;
        y_i.x[r] += c < 3 ? T(wM * rest.x[c]) : wM;
        if (c < 3) y_i.n[r] += wM * rest.n[c];
        if (c < 3) y_i.t[r] += wM * rest.t[c];
      }
    y.x += y_i.x;
    y.n += y_i.n;
    y.t += y_i.t;
  }
  if (order == EntryOrder::blend_then_transform) y = carried(B, rest);
  if (rule == NormalRule::inverse_transpose && !inverse_transpose_of(B.linear, rest.n, y.n))
    y.undefined_normal = "SINGULAR_BLEND";
  return y;
}

}  // namespace bindpose::skinning
