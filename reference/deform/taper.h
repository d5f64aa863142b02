// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Taper: the kernel. The page is reference/deform/taper.md.
#pragma once

#include "reference/deform/shared/profile.h"

namespace bindpose::deform {

/// y' = (r y_x, r y_y, y_z), m' = r^2 J^-T m, b' = J b; in the deformer's space. f: r and its slope at y_z.
template <class T>
Vertex<T> taper(const Vertex<T>& v, const ProfilePoint<T>& f) {
  const Vec3<T>&y = v.x, &m = v.n, &b = v.t;
  const T r = f.value, s = f.slope;
  return {{r * y[0], r * y[1], y[2]},
          {r * m[0], r * m[1], r * (r * m[2] - s * (y[0] * m[0] + y[1] * m[1]))},
          {r * b[0] + s * y[0] * b[2], r * b[1] + s * y[1] * b[2], b[2]}};
}

}  // namespace bindpose::deform
