// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Twist: the kernel. The page is reference/deform/twist.md.
#pragma once

#include "reference/deform/shared/profile.h"

namespace bindpose::deform {

/// y' = (C y_x - S y_y, S y_x + C y_y, y_z), m' = J^-T m, b' = J b; in the deformer's space. f: theta and its slope at y_z.
template <class T>
Vertex<T> twist(const Vertex<T>& v, const ProfilePoint<T>& f) {
  using std::cos, std::sin;
  const Vec3<T>&y = v.x, &m = v.n, &b = v.t;
  const T C = cos(f.value), S = sin(f.value), s = f.slope;
  const Vec3<T> moved{C * y[0] - S * y[1], S * y[0] + C * y[1], y[2]};
  return {moved,
          {C * m[0] - S * m[1], S * m[0] + C * m[1], m[2] + s * (y[1] * m[0] - y[0] * m[1])},
          {C * b[0] - S * b[1] - s * moved[1] * b[2], S * b[0] + C * b[1] + s * moved[0] * b[2], b[2]}};
}

}  // namespace bindpose::deform
