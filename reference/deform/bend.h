// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Bend: the kernel. The page is reference/deform/bend.md.
#pragma once

#include "reference/deform/shared/deformed_mesh.h"

namespace bindpose::deform {

template <class T>
struct BendRange {
  T k;             ///< curvature, 1 / metres
  T y_0;           ///< height that stays fixed, metres
  T y_min, y_max;  ///< the bent interval, metres
};

/// Bends y along the arc of the angle theta, with cosine C and sine S, and straight on beyond its end. D:
/// distance of y_y beyond the range.
template <class T>
Vec3<T> bent(const Vec3<T>& y, const BendRange<T>& range, const T& theta, const T& D, Form form) {
  using std::cos, std::sin;
  const T C = cos(theta), S = sin(theta);
  if (form == Form::matrix) {
    const T c = T(1) / range.k;
    return {y[0], range.y_0 - S * (y[2] - c) + C * D, c + C * (y[2] - c) + S * D};
  }
  const T s = sin(T(theta / T(2)));
  return {y[0], range.y_0 + S / range.k - S * y[2] + C * D, T(2) * s * s / range.k + C * y[2] + S * D};
}

/// Barr's bend, m' = (1 - k^ y_z) J^-T m, b' = J b; in the deformer's space.
template <class T>
Vertex<T> bend(const Vertex<T>& v, const BendRange<T>& range, Form form) {
  using std::cos, std::sin;
  const Vec3<T>&y = v.x, &m = v.n, &b = v.t;
  if (range.k == T(0)) return v;
  const bool below = y[1] < range.y_min;
  const bool above = y[1] > range.y_max;
  const T y_in = below ? range.y_min : above ? range.y_max : y[1];
  const T D = below || above ? T(y[1] - y_in) : T(0);
  const T k_in = below || above ? T(0) : range.k;
  const T theta = range.k * (y_in - range.y_0);
  const T C = cos(theta), S = sin(theta), kappa = T(1) - k_in * y[2];
  return {bent(y, range, theta, D, form),
          {kappa * m[0], C * m[1] - S * (kappa * m[2]), S * m[1] + C * (kappa * m[2])},
          {b[0], C * (kappa * b[1]) - S * b[2], S * (kappa * b[1]) + C * b[2]}};
}

}  // namespace bindpose::deform
