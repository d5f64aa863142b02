// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Rotation constraint: the kernel. The page is reference/ik/rotation_constraint.md.
#pragma once

#include "reference/ik/shared/constraint.h"

namespace bindpose::ik {

/// slerp(r, r conjugate(r_s) q_s, w). r_s, q_s: rotation of the source at rest and now; r: of the joint at rest.
template <class T>
Quat<T> rotation_constraint(const Quat<T>& r_s, const Quat<T>& q_s, const Quat<T>& r, const T& w) {
  return part_way(r, product_of(std::vector<Quat<T>>{r, conjugate(r_s), q_s}), w);
}

}  // namespace bindpose::ik
