// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Root motion: the kernel. The page is reference/animation/root_motion.md.
#pragma once

#include <optional>

#include "reference/model/declaration.h"
#include "reference/numeric/conditioned.h"
#include "reference/numeric/rigid.h"

namespace bindpose::animation {

enum class RootTurn { twist, heading, none };
extern const Choice<RootTurn> root_turns;

/// r: the part of the rotation d about the unit axis a; empty if undefined. f: the direction whose heading counts.
template <class T>
std::optional<Quat<T>> turn_about(const Quat<T>& d, const Vec3<T>& a, const Vec3<T>& f, RootTurn turn) {
  using std::atan2, std::cos, std::sin;
  if (turn == RootTurn::none) return Quat<T>::Identity();
  T sine = a.dot(d.vec()), cosine = d.w();
  if (turn == RootTurn::heading) {
    const Vec3<T> g = stored_entries(rotate(d, f));
    const T y = stored(T(a.dot(f.cross(g)))), x = stored(T(f.dot(g) - a.dot(f) * a.dot(g)));
    if (x == T(0) && y == T(0)) return std::nullopt;
    const T half = atan2(y, x) / T(2);
    sine = sin(half);
    cosine = cos(half);
  }
  const Vec3<T> v = sine * a;
  Quat<T> r = quaternion_xyzw<T>(v[0], v[1], v[2], cosine);
  if (!normalize_quaternion(r)) return std::nullopt;
  return r;
}

/// c: 1 for each axis whose translation counts as motion, else 0; a, f: as in turn_about().
template <class T>
struct MotionOf {
  Rigid<T> reference;
  Vec3<T> c, a, f;
  RootTurn turn;
};

/// The motion r(x) + m of one key, and its remainder q', t', so that r q' = q and r(t') + m = t.
template <class T>
struct RootKey {
  Vec3<T> m, t;
  Quat<T> r, q;
};

/// Empty if turn_about() is undefined for the key.
template <class T>
std::optional<RootKey<T>> root_motion(const Rigid<T>& key, const MotionOf<T>& of) {
  const Quat<T> d = stored_entries(quaternion_product(key.rotation, conjugate(of.reference.rotation)));
  const auto r = turn_about(d, of.a, of.f, of.turn);
  if (!r) return std::nullopt;
  const Vec3<T> m = of.c.cwiseProduct(difference<T>(key.translation, of.reference.translation));
  const Vec3<T> left = stored_entries(Vec3<T>(key.translation - m));
  return RootKey<T>{m, rotate(conjugate(*r), left), *r, quaternion_product(conjugate(*r), key.rotation)};
}

}  // namespace bindpose::animation
