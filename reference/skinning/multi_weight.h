// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Multi-weight enveloping: the kernel. The page is reference/skinning/multi_weight.md.
#pragma once

#include <vector>

#include "reference/model/declaration.h"
#include "reference/skinning/shared/inverse_transpose.h"
#include "reference/skinning/shared/vertex.h"

namespace bindpose::skinning {

enum class EntryNormalRule { direction, inverse_transpose };

inline const Choice<EntryNormalRule> entry_normal_rules{
    "normal_rule",
    OptionSpec::Kind::policy,
    {{"direction", EntryNormalRule::direction}, {"inverse-transpose", EntryNormalRule::inverse_transpose}},
    "which matrix carries the normal"};

enum class EntryOrder { transform_then_blend, blend_then_transform };

inline const Choice<EntryOrder> entry_orders{"formulation",
                                             OptionSpec::Kind::formulation,
                                             {{"transform-then-blend", EntryOrder::transform_then_blend},
                                              {"blend-then-transform", EntryOrder::blend_then_transform}},
                                             "the order of the same computation",
                                             2};

/// A slot: its weights w_irc and the numbers of its matrix, column 3 the translation, metres.
template <class T>
struct EntryInfluence {
  Eigen::Matrix<T, 3, 4> w;
  Eigen::Matrix<T, 3, 4> M;
};

/// x'_r = sum_i sum_c w_irc (M_i)_rc x_c with x_3 = 1, n' along N n, t' along B t. No normal: SINGULAR_BLEND.
template <class T>
DeformedVertex<T> multi_weight(const std::vector<EntryInfluence<T>>& influences, const Vertex<T>& rest,
                               EntryOrder order, EntryNormalRule rule) {
  DeformedVertex<T> y;
  Affine<T> B{Mat3<T>::Zero(), Vec3<T>::Zero()};  // B_rc = sum_i w_irc (M_i)_rc
  for (const auto& [w, M] : influences) {
    Vertex<T> y_i;
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 4; ++c) {
        if (w(r, c) == T(0)) continue;
        const T wM = w(r, c) * M(r, c);
        (c < 3 ? B.linear(r, c) : B.translation[r]) += wM;
        y_i.x[r] += c < 3 ? T(wM * rest.x[c]) : wM;
        if (c < 3) y_i.n[r] += wM * rest.n[c];
        if (c < 3) y_i.t[r] += wM * rest.t[c];
      }
    y.x += y_i.x;
    y.n += y_i.n;
    y.t += y_i.t;
  }
  if (order == EntryOrder::blend_then_transform) y = {B * rest.x, B.linear * rest.n, B.linear * rest.t};
  if (rule == EntryNormalRule::inverse_transpose && !inverse_transpose_of(B.linear, rest.n, y.n))
    y.undefined_normal = "SINGULAR_BLEND";
  return y;
}

}  // namespace bindpose::skinning
