// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Aim constraint: the kernel. The page is reference/ik/aim_constraint.md.
#pragma once

#include "reference/ik/shared/constraint.h"

namespace bindpose::ik {

/// slerp(r, conjugate(P) arc((P r)(a), b / |b|) P r, w). P: rotation of the parent; b: from the joint to the source.
template <class T>
Constrained<T> aim_constraint(const Quat<T>& P, const Quat<T>& r, const Vec3<T>& a, Vec3<T> b, const T& w) {
  if (!normalize(b)) return {Quat<T>::Identity(), "SOURCE_ON_JOINT"};
  const Quat<T> R = product_of(std::vector<Quat<T>>{P, r});
  const Quat<T> v = doubled_arc<T>(stored_entries(rotate(R, a)), stored_entries(b));
  Quat<T> arc = v;
  if (!normalize_quaternion(arc)) return {Quat<T>::Identity(), "AXIS_REVERSED"};
  Quat<T> target = product_of(std::vector<Quat<T>>{conjugate(P), arc, R});
  tighten_entries(target.coeffs(),
                  target_error(v, product_error<T>({P, r}), error_length(b), product_error<T>({P})));
  return {part_way(r, target, w)};
}

}  // namespace bindpose::ik
