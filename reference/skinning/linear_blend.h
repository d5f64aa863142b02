// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear blend skinning: the kernel. The page is reference/skinning/linear_blend.md.
#pragma once

#include "reference/skinning/shared/normal_rule.h"
#include "reference/skinning/shared/vertex.h"

namespace bindpose::skinning {

enum class BlendOrder { transform_then_blend, blend_then_transform, rows_3x4, implicit_last_weight };
extern const Choice<BlendOrder> blend_orders;

/// M x, row by row: (row r of M) . (x, 1)
template <class T>
Vec3<T> rows_times(const Affine<T>& M, const Vec3<T>& x) {
  Vec3<T> y;
  for (int r = 0; r < 3; ++r)
    y[r] = M.linear(r, 0) * x[0] + M.linear(r, 1) * x[1] + M.linear(r, 2) * x[2] + M.translation[r];
  return y;
}

/// n' along N n, for a rule that needs more than sum_i w_i C_i n; C = sum_i w_i C_i. Returns SINGULAR_BLEND
/// if the normal is undefined.
template <class T>
std::string carry_normal(const RestVertex<T>& rest, const Vec3<T>& n, const std::vector<Affine<T>>& M,
                         const Mat3<T>& C, NormalRule rule, Vec3<T>& y) {
  std::string undefined;
  if (rule == NormalRule::inverse_transpose && !inverse_transpose_of(C, n, y)) undefined = "SINGULAR_BLEND";
  if (rule != NormalRule::blend_of_inverse_transposes) return undefined;
  y = Vec3<T>::Zero();
  for (const Influence<T>& i : rest.influences) {
    const T det = determinant(M[i.j].linear);
    if (det == T(0))
      undefined = "SINGULAR_BLEND";
    else
      y += (i.w / det) * (cofactor(M[i.j].linear) * n);
  }
  return undefined;
}

/// x' = sum_i w_i (C_i x + t_i), n' along N n, t' along sum_i w_i C_i t. M: [#joints]. No normal: SINGULAR_BLEND.
template <class T>
DeformedVertex<T> linear_blend(const RestVertex<T>& rest, const std::vector<Affine<T>>& M,
                               BlendOrder order = BlendOrder::transform_then_blend,
                               NormalRule rule = NormalRule::direction,
                               TangentRule tangents = TangentRule::direction) {
  if (rest.stays) return at_rest(rest);
  DeformedVertex<T> y;
  Affine<T> B{Mat3<T>::Zero(), Vec3<T>::Zero()};  // sum_i w_i M_i
  for (const Influence<T>& i : rest.influences) {
    const DeformedVertex<T> y_i = carried(M[i.j], rest);
    y.x += i.w * (order == BlendOrder::rows_3x4 ? rows_times(M[i.j], rest.x) : y_i.x);
    y.n += i.w * y_i.n;
    y.t += i.w * y_i.t;
    B.linear += i.w * M[i.j].linear;
    B.translation += i.w * M[i.j].translation;
  }
  if (order == BlendOrder::blend_then_transform) y = carried(B, rest);

  y.undefined_normal = carry_normal(rest, rest.n, M, B.linear, rule, y.n);
  if (tangents == TangentRule::as_normals)
    y.undefined_tangent = carry_normal(rest, rest.t, M, B.linear, rule, y.t);
  return y;
}

}  // namespace bindpose::skinning
