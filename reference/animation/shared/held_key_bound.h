// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the value at a key, and before the first or after the last key, with a wider bound for Tracked.
//
// Bound. Clamping the time to the keys and then interpolating is also right: at the end of a segment, u = 1, or at
// its beginning, u = 0. There (1 - u) a + u b is exactly a or b, but a + u (b - a) is only close to b, and slerp's
// weight sin(theta) / sin(theta) is only close to 1. So the bound of Tracked covers both.
#pragma once

#include <span>

#include "reference/animation/lerp.h"
#include "reference/animation/shared/keys.h"
#include "reference/animation/shared/unit.h"
#include "reference/animation/slerp.h"

namespace bindpose::animation {

/// A number of a key, or the result at the end of the segment before it.
inline Tracked held_number(const Tracked& before, const Tracked& at) {
  if (before == at) return at;  // the difference is exactly 0
  return Tracked::either(at, lerp(before, at, Tracked(1), LerpForm::one_product));
}

/// A rotation of a key, or the result at the end of a segment to a neighbouring key.
inline Vec4<Tracked> held_rotation(const Vec4<Tracked>& beside, const Vec4<Tracked>& at) {
  const Vec4<Tracked> interpolated = slerp(at, beside, Tracked(0));
  Vec4<Tracked> held;
  for (int i = 0; i < 4; ++i)
    held[i] = Tracked::either(at[i], interpolated[i]);
  return held;
}

/// A key, or the key normalized: interpolation at the end of a segment may take either.
template <class T>
Vec4<T> one_of(const Vec4<T>& key, const Vec4<T>&) {
  return key;
}
template <>
inline Vec4<Tracked> one_of(const Vec4<Tracked>& key, const Vec4<Tracked>& unit) {
  Vec4<Tracked> either;
  for (int i = 0; i < 4; ++i)
    either[i] = Tracked::either(key[i], unit[i]);
  return either;
}

/// v_k [#width].
template <class T>
std::vector<T> held_key(const Track& track, std::size_t k) {
  return key_row<T>(track, k);
}
template <>
inline std::vector<Tracked> held_key(const Track& track, std::size_t k) {
  std::vector<Tracked> x = key_row<Tracked>(track, k);
  const std::size_t beside = k > 0 ? k - 1 : std::min<std::size_t>(1, track.times.size() - 1);
  const std::vector<Tracked> other = key_row<Tracked>(track, beside);
  if (track.rotation && beside != k)
    return row_of(held_rotation(Vec4<Tracked>(other.data()), Vec4<Tracked>(x.data())));
  for (std::size_t i = 0; i < x.size() && k > 0; ++i)
    x[i] = held_number(other[i], x[i]);
  return x;
}

/// x_k of one vertex.
template <class T>
Vec3<T> held_key(std::span<const Vec3<T>> x_k, std::size_t k) {
  return x_k[k];
}
template <>
inline Vec3<Tracked> held_key(std::span<const Vec3<Tracked>> x_k, std::size_t k) {
  Vec3<Tracked> x = x_k[k];
  for (int i = 0; i < 3 && k > 0; ++i)
    x[i] = held_number(x_k[k - 1][i], x[i]);
  return x;
}

}  // namespace bindpose::animation
