// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Joints with degrees of freedom: the kernel. The page is reference/hierarchy/fk_dof.md.
#pragma once

#include "reference/hierarchy/shared/dof_joint.h"
#include "reference/model/declaration.h"
#include "reference/numeric/steps.h"

namespace bindpose::hierarchy {

enum class TurnForm { rodrigues, quaternion };
extern const Choice<TurnForm> turn_forms;

/// R(a, phi) = cos(phi) I + sin(phi) [a]x + (1 - cos(phi)) a a^T.
template <class T>
Mat3<T> turn_matrix(const Vec3<T>& a, const T& phi) {
  using std::cos, std::sin;
  const T c = cos(phi), s = sin(phi);
  const T d = T(1) - c;
  Mat3<T> R;
  R << c + d * a[0] * a[0], d * a[0] * a[1] - s * a[2], d * a[0] * a[2] + s * a[1],  //
      d * a[0] * a[1] + s * a[2], c + d * a[1] * a[1], d * a[1] * a[2] - s * a[0],   //
      d * a[0] * a[2] - s * a[1], d * a[1] * a[2] + s * a[0], c + d * a[2] * a[2];
  return R;
}

/// (a sin(phi / 2), cos(phi / 2)).
template <class T>
Quat<T> turn_quaternion(const Vec3<T>& a, const T& phi) {
  using std::cos, std::sin;
  const T half = phi * T(0.5), s = sin(half);
  return quaternion_xyzw<T>(s * a[0], s * a[1], s * a[2], cos(half));
}

/// (R | T) of a joint; a, phi: of all joints, unit axes in joint space, metres and radians [#DOFs].
template <class T>
Affine<T> joint_motion(const DofRange& own, const std::vector<Vec3<T>>& a, const std::vector<T>& phi,
                       TurnForm form) {
  Affine<T> motion;
  for (std::size_t k = own.slides; k < own.turns; ++k)
    motion.translation += phi[k] * a[k];
  std::vector<Mat3<T>> R;
  std::vector<Quat<T>> q;
  for (std::size_t k = own.turns; k < own.end; ++k) {
    R.push_back(turn_matrix<T>(a[k], phi[k]));
    q.push_back(turn_quaternion<T>(a[k], phi[k]));
  }
  if (!R.empty())
    motion.linear = form == TurnForm::rodrigues ? product_of(R) : rotation_matrix(product_of(q));
  return motion;
}

}  // namespace bindpose::hierarchy
