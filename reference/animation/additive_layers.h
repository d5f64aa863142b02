// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Additive layers: the kernel. The page is reference/animation/additive_layers.md.
#pragma once

#include "reference/animation/nlerp.h"
#include "reference/animation/shared/poses.h"
#include "reference/numeric/rigid.h"

namespace bindpose::animation {

/// e = nlerp((0, 0, 0, 1), dq, |w|), conjugated if w < 0; returns e q or q e.
template <class T>
Quat<T> with_turn(const Quat<T>& q, const Quat<T>& dq, const T& w, DeltaAxes axes) {
  const bool away = w < T(0);
  const Vec4<T> one(T(0), T(0), T(0), T(1));
  const Quat<T> part(nlerp<T>(one, dq.coeffs(), away ? T(-w) : w));
  const Quat<T> e = stored_entries(away ? conjugate(part) : part);
  return stored_entries(axes == DeltaAxes::parent ? quaternion_product(e, q) : quaternion_product(q, e));
}

/// s + w ds; or s f (s / f if w < 0), f = 1 - |w| + |w| ds.
template <class T>
T with_scale(const T& s, const T& ds, const T& w, DeltaScale scale) {
  if (scale == DeltaScale::difference) return s + w * ds;
  const bool away = w < T(0);
  const T part = away ? T(-w) : w;
  const T f = stored(T(T(1) - part + part * ds));
  return stored(away ? T(s / f) : T(s * f));
}

/// One joint and one layer: the difference d and its weight w, which may be below 0.
template <class T>
Trs<T> with_layer(const Trs<T>& pose, const Trs<T>& d, const T& w, DeltaAxes axes, DeltaScale scale) {
  Trs<T> sum{pose.translation + w * d.translation, with_turn(pose.rotation, d.rotation, w, axes), pose.scale};
  for (int c = 0; c < 3; ++c)
    sum.scale[c] = with_scale(pose.scale[c], d.scale[c], w, scale);
  return sum;
}

}  // namespace bindpose::animation
