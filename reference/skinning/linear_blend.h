// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear blend skinning: the kernel. The page is reference/skinning/linear_blend.md.
#pragma once

#include <vector>

#include "reference/model/declaration.h"
#include "reference/skinning/shared/inverse_transpose.h"
#include "reference/skinning/shared/vertex.h"

namespace bindpose::skinning {

enum class NormalRule { direction, inverse_transpose_of_blend, blend_of_inverse_transposes };

inline const Choice<NormalRule> normal_rules{
    "normal_rule",
    OptionSpec::Kind::policy,
    {{"direction", NormalRule::direction},
     {"inverse-transpose-of-blend", NormalRule::inverse_transpose_of_blend},
     {"blend-of-inverse-transposes", NormalRule::blend_of_inverse_transposes}},
    "which matrix carries the normal"};

enum class BlendOrder { transform_then_blend, blend_then_transform, rows_3x4, implicit_last_weight };

inline const Choice<BlendOrder> blend_orders{"formulation",
                                             OptionSpec::Kind::formulation,
                                             {{"transform-then-blend", BlendOrder::transform_then_blend},
                                              {"blend-then-transform", BlendOrder::blend_then_transform},
                                              {"rows-3x4", BlendOrder::rows_3x4},
                                              {"implicit-last-weight", BlendOrder::implicit_last_weight},
                                              {"unrolled", BlendOrder::transform_then_blend},
                                              {"software", BlendOrder::transform_then_blend}},
                                             "the order of the same computation",
                                             4};

/// M x, row by row: (row r of M) . (x, 1)
template <class T>
Vec3<T> rows_times(const Affine<T>& M, const Vec3<T>& x) {
  Vec3<T> y;
  for (int r = 0; r < 3; ++r)
    y[r] = M.linear(r, 0) * x[0] + M.linear(r, 1) * x[1] + M.linear(r, 2) * x[2] + M.translation[r];
  return y;
}

/// x' = sum_i w_i (C_i x + t_i), n' along N n, t' along sum_i w_i C_i t. No normal: SINGULAR_BLEND.
template <class T>
DeformedVertex<T> linear_blend(const std::vector<MatrixInfluence<T>>& influences, const Vertex<T>& rest,
                               BlendOrder order, NormalRule rule) {
  DeformedVertex<T> y;
  Affine<T> B{Mat3<T>::Zero(), Vec3<T>::Zero()};  // sum_i w_i M_i
  for (const auto& [w, M] : influences) {
    const Vec3<T> n = M.linear * rest.n, t = M.linear * rest.t;
    y.x += w * (order == BlendOrder::rows_3x4 ? rows_times(M, rest.x) : M * rest.x);
    y.n += w * n;
    y.t += w * t;
    B.linear += w * M.linear;
    B.translation += w * M.translation;
  }
  if (order == BlendOrder::blend_then_transform) y = {B * rest.x, B.linear * rest.n, B.linear * rest.t};

  if (rule == NormalRule::inverse_transpose_of_blend) {
    if (!inverse_transpose_of(B.linear, rest.n, y.n)) y.undefined_normal = "SINGULAR_BLEND";
  } else if (rule == NormalRule::blend_of_inverse_transposes) {
    y.n = Vec3<T>::Zero();
    for (const auto& [w, M] : influences) {
      const T det = determinant(M.linear);
      if (det == T(0))
        y.undefined_normal = "SINGULAR_BLEND";
      else
        y.n += (w / det) * (cofactor(M.linear) * rest.n);
    }
  }
  return y;
}

}  // namespace bindpose::skinning
