// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the blended rotation of a vertex, which several methods share.
//
// Formula. q = b / |b|,  b = sum_i w_i s_i q_i,  s_i = -1 if q_i . q_lead < 0, else +1.
//
// Source. Weighted sums of aligned quaternions as an approximation of the mean rotation: L. Kavan, J. Zara,
// Spherical blend skinning: a real-time deformation of articulated models, I3D 2005, section 3. Each method
// chooses whether the signs follow one leading quaternion, and which one.
//
// Degenerate. If the lead influences the vertex, b cannot cancel: b . q_lead >= w_lead > 0.
// Otherwise, or if the weights' squares underflow, |b| may be 0: then the rotation is undefined
// (ZERO_BLEND). A dot product of 0 means two rotations half a turn apart: float32 may take either
// sign, and both are right.
#pragma once

#include "reference/skinning/shared/vertex.h"

namespace bindpose::skinning {

/// a b, stored
template <class T>
Quat<T> stored_product(const Quat<T>& a, const Quat<T>& b) {
  return bindpose::stored_entries(bindpose::quaternion_product(a, b));
}

/// q, or -q if q and `lead` are on opposite halves of the sphere.
template <class T>
Quat<T> aligned(const Quat<T>& q, const Quat<T>& lead) {
  return quaternion_dot(q, lead) < T(0) ? quaternion_xyzw<T>(-q.x(), -q.y(), -q.z(), -q.w()) : q;
}

/// q = b / |b|, b = sum_i w_i s_i q_i; false (ZERO_BLEND) where b is 0. M: (q_j, t_j) [#joints]; lead: the joint whose
/// quaternion decides the signs.
template <class T>
[[nodiscard]] bool blend_rotations(const std::vector<Influence<T>>& influences,
                                   const std::vector<Rigid<T>>& M, std::size_t lead, Quat<T>& q) {
  Vec4<T> b = Vec4<T>::Zero();
  for (const Influence<T>& i : influences) {
    const Quat<T>& q_i = M[i.j].rotation;
    b += i.w * (i.j == lead ? q_i : aligned(q_i, M[lead].rotation)).coeffs();
  }
  q = Quat<T>(b);
  return normalize_quaternion(q);
}

}  // namespace bindpose::skinning
