// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Swing-twist deformers: the kernel. The page is reference/skinning/swing_twist.md.
#pragma once

#include "reference/animation/slerp.h"
#include "reference/skinning/shared/bend.h"
#include "reference/skinning/shared/bones.h"
#include "reference/skinning/shared/rigid_blend.h"

namespace bindpose::skinning {

/// M, bones: [#joints].
template <class T>
DeformedVertex<T> swing_twist(const RestVertex<T>& rest, const Bend<T>& bend, const std::vector<Rigid<T>>& M,
                              const std::vector<Bone<T>>& bones, animation::AngleForm form) {
  using std::atan2, std::cos, std::sin, std::sqrt;
  const auto& [i, j, w, e] = bend;
  if (i < 0) return carried(M[j], rest);
  const Quat<T>& q_i = M[static_cast<std::size_t>(i)].rotation;
  const Vec3<T> d = direction_of(bones[j]);
  Quat<T> Q = stored_product(bindpose::conjugate(q_i), M[j].rotation);
  if (Q.w() < T(0)) Q.coeffs() = -Q.coeffs();
  const T p = stored(T(d.dot(Q.vec())));
  const T squared = p * p + Q.w() * Q.w();
  if (!(to_double(squared) > 0)) return no_answer<T>("SWING_HALF_TURN");
  const T norm = sqrt(squared);
  const Quat<T> K = about(d, T(p / norm), T(Q.w() / norm));
  const Quat<T> S = stored_product(Q, bindpose::conjugate(K));
  const Vec4<T> one{T(0), T(0), T(0), T(1)};
  const Vec4<T> S_w = animation::slerp<T>(one, S.coeffs(), w, form);
  const T half = stored(T(e * atan2(p, Q.w())));  // e alpha / 2
  const Quat<T> K_e = about(d, T(sin(half)), T(cos(half)));
  const Quat<T> q = stored_product(q_i, stored_product(Quat<T>(bindpose::stored_entries(S_w)), K_e));
  const Vec3<T>& c = bones[j].head;
  return turned_about(q, c, carried(M[j], c), rest);
}

}  // namespace bindpose::skinning
