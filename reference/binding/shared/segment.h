// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the point of a bone that is nearest to a vertex.
//
// Formula. foot = a + t (b - a) = b - (1 - t) (b - a),   t = (x - a) . (b - a) / |b - a|^2 clamped to 0 .. 1.
// Computed from the closer end, so the result beyond an end is exactly that end; a bound covers both starts. A
// bone without length is a point.
#pragma once

#include "reference/binding/shared/unit_range.h"

namespace bindpose::binding {

/// a + t (b - a), from the closer end.
template <class T>
Vec3<T> point_between(const Vec3<T>& a, const Vec3<T>& b, const T& t) {
  const Vec3<T> d = b - a;
  return to_double(t) < 0.5 ? Vec3<T>(a + t * d) : Vec3<T>(b - (T(1) - t) * d);
}
/// The bound covers a start from either end.
template <>
inline Vec3<Tracked> point_between(const Vec3<Tracked>& a, const Vec3<Tracked>& b, const Tracked& t) {
  const Vec3<Tracked> d = b - a, from_a = a + t * d, from_b = b - (Tracked(1) - t) * d;
  const bool near_a = t.value() < 0.5;
  Vec3<Tracked> point;
  for (int c = 0; c < 3; ++c)
    point[c] = near_a ? Tracked::either(from_a[c], from_b[c]) : Tracked::either(from_b[c], from_a[c]);
  return point;
}

/// The point of the segment a .. b that is nearest to x.
template <class T>
Vec3<T> nearest_point(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& x) {
  if (a == b) return a;
  const Vec3<T> d = b - a;
  return point_between<T>(a, b, in_unit_range<T>(T(Vec3<T>(x - a).dot(d)) / T(d.dot(d))));
}

}  // namespace bindpose::binding
