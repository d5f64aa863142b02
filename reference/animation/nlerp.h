// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Normalized linear interpolation: the kernel. The page is reference/animation/nlerp.md.
#pragma once

#include "reference/animation/shared/nearer_sign.h"
#include "reference/animation/shared/unit.h"
#include "reference/numeric/stored.h"

namespace bindpose::animation {

/// q(t) = normalize((1 - t) q_0 + t s q_1), s = +1 on the arc as given; q_0, q_1 as (x, y, z, w). Zero if the sum is zero.
template <class T>
Vec4<T> nlerp(const Vec4<T>& q0, const Vec4<T>& q1, const T& t, Arc arc = Arc::shorter) {
  const T s = arc == Arc::shorter && is_negative_nearer(T(q0.dot(q1))) ? T(-1) : T(1);
  return normalized(stored_entries(Vec4<T>((T(1) - t) * q0 + (t * s) * q1)));
}

}  // namespace bindpose::animation
