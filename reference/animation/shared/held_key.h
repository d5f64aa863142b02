// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the value of a key that holds, on it and beyond the first and the last one.
//
// Bound. Whoever clamps the time to the keys and then interpolates is right, too: at the end of a segment, u = 1, from the key before, or at
// its beginning, u = 0. There (1 - u) a + u b is a or b to the last bit, but a + u (b - a) is only near b, and slerp's weight sin(theta) /
// sin(theta) near 1. So Tracked has the row for its value, and a bound for either.
#pragma once

#include <cstddef>

#include "reference/animation/lerp.h"
#include "reference/animation/slerp.h"
#include "reference/numeric/scalar.h"
#include "reference/numeric/transform.h"

namespace bindpose::animation {

/// v_k, numbers. before: v_k-1, or v_k of the first key.
template <class V>
V held_numbers(const V&, const V& at) {
  return at;
}
inline Tracked held_numbers(const Tracked& before, const Tracked& at) {
  if (before == at) return at;  // the difference is 0, in any arithmetic
  return Tracked::either(at, lerp(before, at, Tracked(1), LerpForm::one_product));
}
inline Vec3<Tracked> held_numbers(const Vec3<Tracked>& before, const Vec3<Tracked>& at) {
  Vec3<Tracked> held;
  for (int i = 0; i < 3; ++i)
    held[i] = held_numbers(before[i], at[i]);
  return held;
}

/// v_k, a rotation. beside: a key next to it, or v_k where it is alone.
template <class T>
Vec4<T> held_rotation(const Vec4<T>&, const Vec4<T>& at) {
  return at;
}
template <>
inline Vec4<Tracked> held_rotation<Tracked>(const Vec4<Tracked>& beside, const Vec4<Tracked>& at) {
  const Vec4<Tracked> interpolated = slerp(at, beside, Tracked(0));
  Vec4<Tracked> held;
  for (int i = 0; i < 4; ++i)
    held[i] = Tracked::either(at[i], interpolated[i]);
  return held;
}

}  // namespace bindpose::animation
