// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Skinning about optimised centres of rotation: the kernel. The page is reference/skinning/centre_of_rotation.md.
#pragma once

#include "reference/skinning/shared/sign_pivot.h"

namespace bindpose::skinning {

enum class TurnOrder { about_the_centre, matrix };
extern const Choice<TurnOrder> turn_orders;

/// A vertex without a centre: x' = sum_i w_i (q_i(x) + t_i), n' = C n, t' = C t, C = sum_i w_i R_i. M: [#joints].
template <class T>
DeformedVertex<T> blend_linearly(const RestVertex<T>& rest, const std::vector<Rigid<T>>& M) {
  Mat3<T> C = Mat3<T>::Zero();
  for (const Influence<T>& i : rest.influences)
    C += i.w * rotation_matrix(M[i.j].rotation);
  return {blend_points(rest, M, rest.x), C * rest.n, C * rest.t};
}

/// x' = q(x - p) + sum_i w_i (q_i(p) + t_i). p: the centre, metres; M: [#joints].
template <class T>
DeformedVertex<T> centre_of_rotation(const RestVertex<T>& rest, const std::vector<Rigid<T>>& M,
                                     const Vec3<T>& p, SignPivot pivot, TurnOrder order) {
  const std::vector<T> sw = signed_weights(rest.influences, M, M[rest.first_joint].rotation, pivot);
  Vec4<T> b = Vec4<T>::Zero();
  for (std::size_t i = 0; i < sw.size(); ++i)
    b += sw[i] * M[rest.influences[i].j].rotation.coeffs();
  Quat<T> q(b);
  if (!normalize_quaternion(q)) return no_answer<T>("ZERO_BLEND");
  const Vec3<T> moved_p = blend_points(rest, M, p);
  if (order == TurnOrder::about_the_centre) return turned_about(q, p, moved_p, rest);
  const Mat3<T> R = rotation_matrix(q);
  return {R * rest.x + Vec3<T>(moved_p - R * p), R * rest.n, R * rest.t};
}

}  // namespace bindpose::skinning
