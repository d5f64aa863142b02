// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Swing-twist deformers: the kernel. The page is reference/skinning/swing_twist.md.
#pragma once

#include <cmath>
#include <vector>

#include "reference/animation/slerp.h"
#include "reference/numeric/stored.h"
#include "reference/skinning/shared/bones.h"
#include "reference/skinning/shared/pivots.h"

namespace bindpose::skinning {

/// The bend at a vertex: child j against parent i.
template <class T>
struct Bend {
  int i = -1;  ///< -1: no bend, the vertex is j's
  std::uint32_t j = 0;
  T w = T(1);  ///< share of the swing
  T e = T(1);  ///< share of the twist
};

/// influences: of one joint, or of a joint and its parent; e: endpoint weight of every slot [V K], or null.
template <class T>
Bend<T> bend_at(const std::vector<Influence<T>>& influences, const std::vector<int>& parents, const T* e) {
  const JointList joints = joints_of(influences);
  const auto bones = bones_of(joints, parents);
  const std::uint32_t j = bones ? bones->child : joints.front();
  const T w = bones ? stored(weight_of(j, influences)) : T(1);
  if (e == nullptr) return {bones ? parents[j] : -1, j, w, w};
  return {parents[j], j, w, e[first_slot_of(j, influences)]};
}

/// M, bones: [#joints].
template <class T>
DeformedVertex<T> swing_twist(const RestVertex<T>& rest, const Bend<T>& bend, const std::vector<Rigid<T>>& M,
                              const std::vector<Bone<T>>& bones, animation::AngleForm form) {
  using std::atan2, std::cos, std::sin, std::sqrt;
  const auto& [i, j, w, e] = bend;
  if (i < 0) return carried(M[j], rest);
  const Quat<T>& q_i = M[static_cast<std::size_t>(i)].rotation;
  const Vec3<T> d = direction_of(bones[j]);
  const auto about_d = [&](const T& s, const T& c) {
    return quaternion_xyzw<T>(d[0] * s, d[1] * s, d[2] * s, c);
  };

  Quat<T> Q = bindpose::stored_entries(bindpose::quaternion_product(bindpose::conjugate(q_i), M[j].rotation));
  if (Q.w() < T(0)) Q.coeffs() = -Q.coeffs();
  const T p = stored(T(d.dot(Q.vec())));
  const T squared = p * p + Q.w() * Q.w();
  if (!(to_double(squared) > 0)) return no_answer<T>("SWING_HALF_TURN");
  const T norm = sqrt(squared);
  const Quat<T> K = about_d(p / norm, Q.w() / norm);
  const Quat<T> S = bindpose::stored_entries(bindpose::quaternion_product(Q, bindpose::conjugate(K)));
  const Vec4<T> one{T(0), T(0), T(0), T(1)};
  const Quat<T> S_w(Vec4<T>(animation::slerp<T>(one, S.coeffs(), w, form)));
  const T half = stored(T(e * atan2(p, Q.w())));  // e alpha / 2
  const Quat<T> K_e = about_d(sin(half), cos(half));
  const Quat<T> S_w_K_e =
      bindpose::stored_entries(bindpose::quaternion_product(bindpose::stored_entries(S_w), K_e));
  const Quat<T> q = bindpose::stored_entries(bindpose::quaternion_product(q_i, S_w_K_e));
  const Vec3<T>& c = bones[j].head;
  return turned_about(q, c, carried(M[j], c), rest);
}

}  // namespace bindpose::skinning
