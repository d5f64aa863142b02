// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Spherical linear interpolation: the kernel. The page is reference/animation/slerp.md.
#pragma once

#include "reference/animation/shared/nearer_sign.h"
#include "reference/animation/slerp_bound.h"
#include "reference/model/declaration.h"

namespace bindpose::animation {

enum class AngleForm { half_angle, arccosine };
extern const Choice<AngleForm> angle_forms;

/// theta between q_0 and s q_1: 0 .. pi / 2 on the short arc, else 0 .. pi.
template <class T>
T angle_between(const Vec4<T>& q0, const Vec4<T>& s_q1, AngleForm form) {
  using std::acos, std::atan2, std::sqrt;
  if (form == AngleForm::arccosine) {
    const T cosine = q0.dot(s_q1);
    return acos(cosine < T(-1) ? T(-1) : cosine < T(1) ? cosine : T(1));
  }
  const Vec4<T> difference = s_q1 - q0, sum = s_q1 + q0;
  return T(2) * atan2(T(sqrt(difference.dot(difference))), T(sqrt(sum.dot(sum))));
}

/// w_0 = sin((1 - t) theta) / sin(theta), w_1 = sin(t theta) / sin(theta)
template <class T>
std::pair<T, T> arc_weights(const Vec4<T>& q0, const Vec4<T>& s_q1, const T& t, AngleForm form) {
  using std::sin;
  const T theta = angle_between(q0, s_q1, form);
  if (theta == T(0)) return {T(1) - t, t};
  const T sine = sin(theta);
  return {sin(T((T(1) - t) * theta)) / sine, sin(T(t * theta)) / sine};
}

/// q(t) = w_0 q_0 + w_1 s q_1, s = +1 on the arc as given; q_0, q_1 as (x, y, z, w). Zero if q_1 = -q_0 on the arc as given.
template <class T>
Vec4<T> slerp(const Vec4<T>& q0, const Vec4<T>& q1, const T& t, AngleForm form = AngleForm::half_angle,
              Arc arc = Arc::shorter) {
  const bool is_negated = arc == Arc::shorter && is_negative_nearer(T(q0.dot(q1)));
  const Vec4<T> s_q1 = is_negated ? Vec4<T>(-q1) : q1;
  if (arc == Arc::as_given && s_q1 == -q0) return Vec4<T>::Zero();
  const auto [w0, w1] = arc_weights(q0, s_q1, t, form);
  return w0 * q0 + w1 * s_q1;
}

}  // namespace bindpose::animation
