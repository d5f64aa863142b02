// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear keyframes: the kernel. The page is reference/animation/linear_track.md.
#pragma once

#include "reference/animation/nlerp.h"
#include "reference/animation/shared/held_key_bound.h"

namespace bindpose::animation {

enum class LinearForm { two_products, one_product, arccosine };
extern const Choice<LinearForm> linear_forms;

enum class RotationInterpolation { slerp, nlerp };
extern const Choice<RotationInterpolation> rotation_interpolations;

/// x(t) = (1 - u) v_k + u v_k+1 or, of rotations, slerp(v_k, v_k+1, u), or nlerp; on a key and outside the keys v_k, by nlerp
/// normalized [#width].
template <class T>
std::vector<T> linear_track(const Track& track, double t, LinearForm form = LinearForm::two_products,
                            RotationInterpolation rotations = RotationInterpolation::slerp) {
  const auto [k, between] = find_key(track.times, t);
  const bool by_nlerp = track.rotation && rotations == RotationInterpolation::nlerp;
  std::vector<T> x = key_row<T>(track, k);
  if (!between) return by_nlerp ? row_of(normalized(Vec4<T>(x.data()))) : held_key<T>(track, k);
  const std::vector<T> next = key_row<T>(track, k + 1);
  const T u = key_parameter<T>(track.times, k, t);
  if (!track.rotation) {
    const LerpForm order = form == LinearForm::one_product ? LerpForm::one_product : LerpForm::two_products;
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = lerp(x[i], next[i], u, order);
    return x;
  }
  const AngleForm angle = form == LinearForm::arccosine ? AngleForm::arccosine : AngleForm::half_angle;
  const Vec4<T> from(x.data()), to(next.data());
  return row_of(by_nlerp ? nlerp<T>(from, to, u) : slerp<T>(from, to, u, angle));
}

}  // namespace bindpose::animation
