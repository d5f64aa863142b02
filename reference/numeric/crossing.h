// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: tests whether a triangle crosses a segment, and whether float32 can decide this.
//
// Formula. With V(p, q, a, b) = (q - p) . ((a - p) x (b - p)), the triangle (a, b, c) is in the way
// from p to q if
//
//   V(p, q, a, b), V(p, q, b, c), V(p, q, c, a) have no two opposite signs: the line meets the
//   triangle or its edges
//   V(p, a, b, c) and V(q, a, b, c) do not have the same sign: it does so between p and q
//
// Float32. A sign is known if the number is larger than its error. A triangle is certainly in the way if all signs
// are known, and certainly not if two known signs exclude it.
//
// Degenerate. A segment in the triangle's plane does not meet the triangle.
#pragma once

#include "reference/numeric/conditioned.h"
#include "reference/numeric/stored.h"

namespace bindpose {

/// The sign of a number; uncertain if float32 cannot decide it.
struct Sign {
  int value = 0;
  bool certain = true;
};
template <class T>
Sign sign_of(const T& x) {
  return {to_double(x) > 0 ? 1 : to_double(x) < 0 ? -1 : 0};
}
inline Sign sign_of(const Tracked& x) {
  return {x.value() > 0 ? 1 : x.value() < 0 ? -1 : 0, std::fabs(x.value()) > x.error() || x.error() == 0};
}
inline bool surely_differ(const Sign& a, const Sign& b) {
  return a.certain && b.certain && a.value * b.value < 0;
}
inline bool surely_alike(const Sign& a, const Sign& b) {
  return a.certain && b.certain && a.value * b.value > 0;
}

/// V(p, q, a, b)
template <class T>
Sign volume_sign(const Vec3<T>& p, const Vec3<T>& q, const Vec3<T>& a, const Vec3<T>& b) {
  const Vec3<T> across = stored_entries(Vec3<T>(difference<T>(a, p).cross(difference<T>(b, p))));
  return sign_of(T(difference<T>(q, p).dot(across)));
}

struct InTheWay {
  bool is = false, certain = true;
};
template <class T>
InTheWay in_the_way(const Vec3<T>& p, const Vec3<T>& q, const Vec3<T>& a, const Vec3<T>& b,
                    const Vec3<T>& c) {
  const Sign u = volume_sign(p, q, a, b), v = volume_sign(p, q, b, c), w = volume_sign(p, q, c, a);
  const Sign from = volume_sign(p, a, b, c), to = volume_sign(q, a, b, c);
  const bool meets_line = u.value * v.value >= 0 && v.value * w.value >= 0 && w.value * u.value >= 0;
  if (meets_line && from.value != to.value)
    return {true, u.certain && v.certain && w.certain && from.certain && to.certain};
  return {false, surely_differ(u, v) || surely_differ(v, w) || surely_differ(w, u) ||
                     surely_alike(from, to) ||
                     (from.value == 0 && to.value == 0 && from.certain && to.certain)};
}

/// The result; recorded as an open comparison if float32 cannot decide it.
inline bool decided(bool answer, bool is_open) {
  Branches& branches = Branches::current();
  if (!is_open) return answer;
  ++branches.undecided;
  return answer != branches.take_other;
}

}  // namespace bindpose
