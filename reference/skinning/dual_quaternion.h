// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Dual quaternion skinning: the kernel. The page is reference/skinning/dual_quaternion.md.
#pragma once

#include "reference/skinning/shared/normal_rule.h"
#include "reference/skinning/shared/sign_pivot.h"

namespace bindpose::skinning {

enum class Turning { quaternion, matrix };
extern const Choice<Turning> turnings;

/// d_j = (t_j, 0) q_j / 2
template <class T>
Vec4<T> dual_part(const Rigid<T>& M) {
  const Vec3<T> t = T(T(1) / T(2)) * M.translation;
  return bindpose::quaternion_product(quaternion_xyzw<T>(t[0], t[1], t[2], T(0)), M.rotation).coeffs();
}

/// B = sum_i w_i S_i;  x_s = B x, n_s = sign(det B) cof(B) n, t_s = B t
template <class T>
DeformedVertex<T> stretched(const RestVertex<T>& rest, const std::vector<Mat3<T>>& S) {
  Mat3<T> B = Mat3<T>::Zero();
  for (const Influence<T>& i : rest.influences)
    B += i.w * S[i.j];
  DeformedVertex<T> s{B * rest.x, rest.n, B * rest.t};
  if (!inverse_transpose_of(B, rest.n, s.n)) s.undefined_normal = "SINGULAR_BLEND";
  return s;
}

/// M: (q_j, t_j) [#joints]; S: [#joints], or none.
template <class T>
DeformedVertex<T> dual_quaternion(const RestVertex<T>& rest, const std::vector<Rigid<T>>& M,
                                  const std::vector<Mat3<T>>& S, SignPivot pivot, Turning turning) {
  using std::sqrt;
  const DeformedVertex<T> s = S.empty() ? DeformedVertex<T>{rest.x, rest.n, rest.t} : stretched(rest, S);

  const std::vector<T> sw = signed_weights(rest.influences, M, M[rest.first_joint].rotation, pivot);
  Vec4<T> b_q = Vec4<T>::Zero(), b_d = Vec4<T>::Zero();
  for (std::size_t i = 0; i < sw.size(); ++i) {
    const Rigid<T>& M_i = M[rest.influences[i].j];
    b_q += sw[i] * M_i.rotation.coeffs();
    b_d += sw[i] * dual_part(M_i);
  }
  b_q = bindpose::stored_entries(b_q);
  const T squared = quaternion_dot(Quat<T>(b_q), Quat<T>(b_q));
  if (!(to_double(squared) > 0)) return no_answer<T>("ZERO_BLEND");
  const T norm = sqrt(squared);
  const Quat<T> r(Vec4<T>(b_q / norm)), d(Vec4<T>(b_d / norm));
  const Vec3<T> t = T(2) * bindpose::quaternion_product(d, bindpose::conjugate(r)).vec();

  const auto turn = [&](const Vec3<T>& y) -> Vec3<T> {
    return turning == Turning::matrix ? Vec3<T>(rotation_matrix(r) * y) : bindpose::rotate<T>(r, y);
  };
  return {turn(s.x) + t, turn(s.n), turn(s.t), "", s.undefined_normal};
}

}  // namespace bindpose::skinning
