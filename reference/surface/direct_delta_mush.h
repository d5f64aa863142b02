// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Direct delta mush: the kernel. The page is reference/surface/direct_delta_mush.md.
#pragma once

#include "reference/numeric/polar.h"
#include "reference/surface/direct_delta_mush_bound.h"
#include "reference/surface/direct_delta_mush_omegas.h"
#include "reference/surface/shared/size.h"

namespace bindpose::surface {

/// x' = R x + (q - R p), n' = R n, t' = R t, R = argmax over rotations of trace(R^T A); spread: s_2 + s_3 of A.
template <class T>
DeformedVertex<T> turned_by_nearest_rotation(const Mat3<T>& A, const Vec3<T>& q, const Vec3<T>& p,
                                             const RestVertex<T>& rest, double& spread) {
  const PolarRotation<T> polar = polar_rotation(A);
  const Mat3<T> R = rotation_matrix(polar.q);
  spread = to_double(polar.spread);
  return {R * rest.x + (q - R * p), R * rest.n, R * rest.t};
}

/// R rotates the neighbourhood at rest to the skinned one. Omega: P_j, p_j and o_j of every slot, the upper triangle
/// row by row; M: [#joints]; no slot with o_j other than 0: NO_INFLUENCES.
template <class T>
DeformedVertex<T> direct_delta_mush(const RestVertex<T>& rest, const Influences& slots,
                                    const std::vector<Moments<T>>& Omega, const std::vector<Affine<T>>& M) {
  Mat3<T> Q = Mat3<T>::Zero(), P_j;
  Vec3<T> q = Vec3<T>::Zero(), p = Vec3<T>::Zero();
  bool is_influenced = false;
  for (std::size_t i = rest.first_slot; i < rest.first_slot + slots.width; ++i) {
    const Moments<T>& m = Omega[i];
    const T& o_j = m[9];
    if (o_j == T(0)) continue;
    is_influenced = true;
    P_j << m[0], m[1], m[2], m[1], m[4], m[5], m[2], m[5], m[7];
    const Vec3<T> p_j(m[3], m[6], m[8]);
    const auto& [C_j, t_j] = M[slots.joints[i]];
    Q += C_j * P_j + t_j * p_j.transpose();
    q += C_j * p_j + t_j * o_j;
    p += p_j;
  }
  if (!is_influenced) return no_answer<T>("NO_INFLUENCES");
  Q = stored_entries(Q), q = stored_entries(q), p = stored_entries(p);
  const Mat3<T> A = stored_entries(Mat3<T>(Q - q * p.transpose()));
  double spread = 0;
  DeformedVertex<T> y = turned_by_nearest_rotation(A, q, p, rest, spread);
  if (!(spread > nothing_left * (size_of(Q) + size_of(q) * size_of(p))))
    y.undefined_normal = y.undefined_tangent = "ROTATION_UNDETERMINED";
  return y;
}

}  // namespace bindpose::surface
