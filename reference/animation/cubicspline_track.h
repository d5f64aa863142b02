// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Cubic spline keyframes: the kernel. The page is reference/animation/cubicspline_track.md.
#pragma once

#include "reference/animation/shared/keys.h"
#include "reference/animation/shared/unit.h"
#include "reference/model/declaration.h"

namespace bindpose::animation {

enum class HermiteForm { powers, factored };
extern const Choice<HermiteForm> hermite_forms;

/// Factors of v_k, d b_k, v_k+1, d a_k+1.
template <class T>
struct Hermite {
  T v0, b0, v1, a1;
};

template <class T>
Hermite<T> hermite(const T& u, HermiteForm form) {
  const T one(1), two(2), three(3);
  if (form == HermiteForm::factored) {
    const T w = one - u;
    return {(one + two * u) * (w * w), u * (w * w), (u * u) * (three - two * u), (u * u) * (u - one)};
  }
  const T u2 = u * u;
  const T u3 = u2 * u;
  return {two * u3 - three * u2 + one, u3 - two * u2 + u, three * u2 - two * u3, u3 - u2};
}

/// x(t), a cubic between v_k and v_k+1 with the slopes b_k and a_k+1; normalized for rotations. Returns
/// [#width].
template <class T>
std::vector<T> cubicspline_track(const Track& track, double t, HermiteForm form = HermiteForm::powers) {
  const auto [k, between] = find_key(track.times, t);
  std::vector<T> x = key_row<T>(track, k);
  if (between) {
    const std::vector<T> v0 = x, b0 = key_row<T>(track, k, 2);
    const std::vector<T> v1 = key_row<T>(track, k + 1), a1 = key_row<T>(track, k + 1, 0);
    const T d = elapsed<T>(track.times[k], track.times[k + 1]);
    const Hermite<T> h = hermite<T>(key_parameter<T>(track.times, k, t), form);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = stored(T(h.v0 * v0[i] + d * h.b0 * b0[i] + h.v1 * v1[i] + d * h.a1 * a1[i]));
  }
  if (!track.rotation) return x;
  return row_of(normalized(Vec4<T>(x.data())));
}

}  // namespace bindpose::animation
