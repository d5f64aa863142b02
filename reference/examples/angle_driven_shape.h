// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Shapes driven by an angle: the kernel. The page is reference/examples/angle_driven_shape.md.
#pragma once

#include "reference/animation/lerp.h"
#include "reference/morph/shared/unit_range.h"
#include "reference/skinning/shared/vertex.h"

namespace bindpose::examples {

using animation::LerpForm, skinning::DeformedVertex, skinning::RestVertex;

/// phi = 2 atan2(s u . b, s v), (u, v) = r* q, s = -1 if v is below 0; q: the joint's rotation, r: at rest, b: the axis.
template <class T>
T joint_angle(const Quat<T>& q, const Quat<T>& r, const Vec3<T>& b) {
  using std::atan2;
  const Quat<T> turn = stored_entries(quaternion_product(conjugate(r), q));
  const T sine = turn.vec().dot(b), cosine = turn.w();
  return T(2) * (cosine < T(0) ? T(atan2(T(-sine), T(-cosine))) : T(atan2(sine, cosine)));
}

/// theta = (phi - phi_0) / (phi_1 - phi_0), in 0 .. 1
template <class T>
T driven_weight(const T& phi, const T& phi_0, const T& phi_1) {
  return morph::in_unit_range<T>((phi - phi_0) / (phi_1 - phi_0));
}

/// x = (1 - theta) x_0 + theta x_1, n and t likewise.
template <class T>
RestVertex<T> angle_driven_shape(RestVertex<T> rest, const RestVertex<T>& shape, const T& theta,
                                 LerpForm form) {
  rest.x = animation::lerp(rest.x, shape.x, theta, form);
  rest.n = animation::lerp(rest.n, shape.n, theta, form);
  rest.t = animation::lerp(rest.t, shape.t, theta, form);
  return rest;
}

}  // namespace bindpose::examples
