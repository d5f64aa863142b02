// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the point of a bone that is nearest to a vertex.
//
// Formula. foot = a + t (b - a) = b - (1 - t) (b - a),   t = (x - a) . (b - a) / |b - a|^2 brought into 0 .. 1
// From the nearer end, so that beyond an end it is that end; a bound covers who starts from either. A bone without length
// is a point.
#pragma once

#include "reference/binding/shared/unit_range.h"
#include "reference/numeric/steps.h"
#include "reference/numeric/transform.h"

namespace bindpose::binding {

/// a, with a bound for who computes either where there are bounds.
template <class T>
T either_of(const T& a, const T&) {
  return a;
}
inline Tracked either_of(const Tracked& a, const Tracked& b) {
  return Tracked::either(a, b);
}

/// The point of the segment a .. b that is nearest to x.
template <class T>
Vec3<T> nearest_point(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& x) {
  if (a == b) return a;
  const Vec3<T> d = b - a;
  const T t = in_unit_range<T>(T(Vec3<T>(x - a).dot(d)) / T(d.dot(d)));
  const Vec3<T> from_a = a + t * d, from_b = b - (T(1) - t) * d;
  const bool near_a = to_double(t) < 0.5;
  Vec3<T> foot;
  for (int c = 0; c < 3; ++c)
    foot[c] = near_a ? either_of(from_a[c], from_b[c]) : either_of(from_b[c], from_a[c]);
  return foot;
}

}  // namespace bindpose::binding
