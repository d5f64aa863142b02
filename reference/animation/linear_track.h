// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear keyframes: the kernel. The page is reference/animation/linear_track.md.
#pragma once

#include "reference/animation/shared/close_rotations.h"
#include "reference/animation/shared/held_key_bound.h"

namespace bindpose::animation {

enum class LinearForm { two_products, one_product, arccosine };
extern const Choice<LinearForm> linear_forms;

enum class RotationInterpolation { slerp, nlerp, nlerp_above_95, nlerp_above_999, nlerp_above_9995 };
extern const Choice<RotationInterpolation> rotation_interpolations;

/// The dot product above which nlerp replaces slerp.
inline double largest_by_slerp(RotationInterpolation rotations) {
  constexpr double largest[] = {1, -2, 0.95, 0.999, 0.9995};
  return largest[static_cast<std::size_t>(rotations)];
}

/// v_k at a key and outside the keys; nlerp and keeps_unit normalize rotations [#width].
template <class T>
std::vector<T> held_value(const Track& track, std::size_t k, RotationInterpolation rotations,
                          bool keeps_unit) {
  if (!track.rotation) return held_key<T>(track, k);
  const Vec4<T> unit = normalized(Vec4<T>(key_row<T>(track, k).data()));
  if (keeps_unit || rotations == RotationInterpolation::nlerp) return row_of(unit);
  const std::vector<T> held = held_key<T>(track, k);
  return rotations == RotationInterpolation::slerp ? held : row_of(one_of(Vec4<T>(held.data()), unit));
}

/// x(t) = (1 - u) v_k + u v_k+1; for rotations slerp(v_k, v_k+1, u), or nlerp. keeps_unit: normalises keys of
/// rotations. Returns [#width].
template <class T>
std::vector<T> linear_track(const Track& track, double t, LinearForm form = LinearForm::two_products,
                            RotationInterpolation rotations = RotationInterpolation::slerp,
                            bool keeps_unit = false) {
  const auto [k, between] = find_key(track.times, t);
  if (!between) return held_value<T>(track, k, rotations, keeps_unit);
  std::vector<T> x = key_row<T>(track, k);
  const std::vector<T> next = key_row<T>(track, k + 1);
  const T u = key_parameter<T>(track.times, k, t);
  if (!track.rotation) {
    const LerpForm order = form == LinearForm::one_product ? LerpForm::one_product : LerpForm::two_products;
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = lerp(x[i], next[i], u, order);
    return x;
  }
  const AngleForm angle = form == LinearForm::arccosine ? AngleForm::arccosine : AngleForm::half_angle;
  Vec4<T> from(x.data()), to(next.data());
  if (keeps_unit) from = normalized(from), to = normalized(to);
  const double most = largest_by_slerp(rotations);
  return row_of(are_closer(from, to, most) ? nlerp<T>(from, to, u) : slerp<T>(from, to, u, angle));
}

}  // namespace bindpose::animation
