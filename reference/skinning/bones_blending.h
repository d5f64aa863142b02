// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Bones blending: the kernel. The page is reference/skinning/bones_blending.md.
#pragma once

#include "reference/animation/slerp.h"
#include "reference/numeric/rigid_log.h"
#include "reference/skinning/shared/pivots.h"
#include "reference/skinning/shared/rigid_blend.h"

namespace bindpose::skinning {

enum class ArcForm { axis_angle, slerp };
extern const Choice<ArcForm> arc_forms;

/// R = q_i exp(w log(q_i* q_j)); log and exp: reference/numeric/rigid_log.h.
template <class T>
Quat<T> part_of_arc(const Quat<T>& q_i, const Quat<T>& q_j, const T& w, ArcForm form) {
  if (form == ArcForm::slerp) return Quat<T>(animation::slerp<T>(q_i.coeffs(), q_j.coeffs(), w));
  const Vec3<T> h = w * bindpose::half_log(stored_product(bindpose::conjugate(q_i), q_j));
  return bindpose::quaternion_product(q_i, bindpose::half_exp(h));
}

/// x' = R(x - c) + c'. One joint, or a joint and its child; M: [#joints].
template <class T>
DeformedVertex<T> bones_blending(const RestVertex<T>& rest, const std::vector<Rigid<T>>& M,
                                 const JointPlaces& places, ArcForm form) {
  const JointList joints = joints_of(rest.influences);
  if (joints.size() == 1) return carried(M[joints.front()], rest);
  const auto [i, j] = *bones_of(joints, places.parents);
  const T w = weight_of(j, rest.influences);
  const Quat<T> R = part_of_arc(M[i].rotation, M[j].rotation, w, form);
  const Vec3<T> c = places.bind_positions[j].template cast<T>();
  return turned_about(R, c, carried(M[j], c), rest);
}

}  // namespace bindpose::skinning
