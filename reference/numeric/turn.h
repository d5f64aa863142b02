// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: rotations about a point, as affine maps.
#pragma once

#include "reference/numeric/stored.h"

namespace bindpose {

/// (q | c - q(c)): the rotation by q about c.
template <class T>
Affine<T> turn_about(const Quat<T>& q, const Vec3<T>& c) {
  const Mat3<T> R = stored_entries(rotation_matrix(q));
  return {R, stored_entries(Vec3<T>(c - R * c))};
}

}  // namespace bindpose
