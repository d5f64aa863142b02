// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Roll constraint: the kernel. The page is reference/ik/roll_constraint.md.
#pragma once

#include "reference/ik/shared/constraint.h"

namespace bindpose::ik {

/// slerp(r, r conjugate(arc(a, d(a))) d, w), d the source's rotation since rest in the joint's axes. a: unit.
template <class T>
Constrained<T> roll_constraint(const Quat<T>& r_s, const Quat<T>& q_s, const Quat<T>& r, const Vec3<T>& a,
                               const T& w) {
  const std::vector<Quat<T>> since_rest = {conjugate(r), q_s, conjugate(r_s), r};
  const Quat<T> d = product_of(since_rest), v = doubled_arc<T>(a, stored_entries(rotate(d, a)));
  Quat<T> swing = v;
  if (!normalize_quaternion(swing)) return {Quat<T>::Identity(), "AXIS_REVERSED"};
  Quat<T> target = product_of(std::vector<Quat<T>>{r, conjugate(swing), d});
  tighten_entries(target.coeffs(), target_error(v, product_error(since_rest), 0, product_error<T>({r})));
  return {part_way(r, target, w)};
}

}  // namespace bindpose::ik
