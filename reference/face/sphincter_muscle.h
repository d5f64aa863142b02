// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Sphincter muscle: the kernel. The page is reference/face/sphincter_muscle.md.
#pragma once

#include "reference/face/shared/pulls.h"
#include "reference/numeric/conditioned.h"
#include "reference/numeric/steps.h"

namespace bindpose::face {

template <class T>
struct SphincterMuscle {
  Vec3<T> c;   ///< centre, metres
  Quat<T> q;   ///< mesh_from_muscle
  T l_x, l_y;  ///< semi-axes, metres
  T K;         ///< contraction, a share of the way to the centre
};

/// q(d), or q*(d).
template <class T>
Vec3<T> turned_by(const Quat<T>& q, const Vec3<T>& d, deform::Form form) {
  return form == deform::Form::matrix ? Vec3<T>(rotation_matrix(q) * d) : bindpose::rotate(q, d);
}

/// d = -K f w, G = -K (w g^T + f I), f = 1 - sqrt(l_y^2 y_x^2 + l_x^2 y_y^2) / (l_x l_y), g its gradient; nothing outside the ellipse.
template <class T>
Pull<T> sphincter_muscle(const SphincterMuscle<T>& muscle, const Vec3<T>& p, deform::Form form) {
  const auto& [c, q, l_x, l_y, K] = muscle;
  const Vec3<T> w = difference<T>(p, c);
  const Vec3<T> y = stored_entries(turned_by<T>(bindpose::conjugate(q), w, form));
  const T N = norm_of(Vec3<T>(l_y * y[0], l_x * y[1], T(0)));
  const T f = T(1) - N / (l_x * l_y);
  if (!(f > T(0))) return {};
  Vec3<T> g = Vec3<T>::Zero();
  if (N > T(0)) {
    const T scale = -(l_x * l_y * N);
    g = turned_by<T>(q, Vec3<T>(l_y * l_y * y[0] / scale, l_x * l_x * y[1] / scale, T(0)), form);
  }
  return {-K * f * w, -K * (outer_product(w, g) + f * Mat3<T>::Identity())};
}

}  // namespace bindpose::face
