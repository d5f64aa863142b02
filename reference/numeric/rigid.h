// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: rigid motions as a unit quaternion and a translation, on any scalar.
#pragma once

#include "reference/numeric/transform.h"

namespace bindpose {

/// The map x -> q(x) + t.
template <class T>
struct Rigid {
  Quat<T> rotation = Quat<T>::Identity();  ///< q, unit
  Vec3<T> translation = Vec3<T>::Zero();   ///< t, metres
};

/// Hamilton's product: rotate by b, then by a.
template <class T>
Quat<T> quaternion_product(const Quat<T>& a, const Quat<T>& b) {
  return quaternion_xyzw<T>(a.w() * b.x() + a.x() * b.w() + a.y() * b.z() - a.z() * b.y(),
                            a.w() * b.y() + a.y() * b.w() + a.z() * b.x() - a.x() * b.z(),
                            a.w() * b.z() + a.z() * b.w() + a.x() * b.y() - a.y() * b.x(),
                            a.w() * b.w() - a.x() * b.x() - a.y() * b.y() - a.z() * b.z());
}

template <class T>
Quat<T> conjugate(const Quat<T>& q) {
  return quaternion_xyzw<T>(-q.x(), -q.y(), -q.z(), q.w());
}

/// q(x) = x + 2 (w (u x x) + u x (u x x)), u the vector part; equal to rotation_matrix(q) x for every q.
template <class T>
Vec3<T> rotate(const Quat<T>& q, const Vec3<T>& x) {
  const Vec3<T> u = q.vec();
  const Vec3<T> c = u.cross(x);
  const Vec3<T> d = u.cross(c);
  const T two(2);
  return {x[0] + two * (q.w() * c[0] + d[0]), x[1] + two * (q.w() * c[1] + d[1]),
          x[2] + two * (q.w() * c[2] + d[2])};
}

/// a_from_c = a_from_b * b_from_c.
template <class T>
Rigid<T> operator*(const Rigid<T>& a_from_b, const Rigid<T>& b_from_c) {
  return {quaternion_product(a_from_b.rotation, b_from_c.rotation),
          rotate(a_from_b.rotation, b_from_c.translation) + a_from_b.translation};
}

template <class T>
Affine<T> affine_from_rigid(const Rigid<T>& rigid) {
  return {rotation_matrix(rigid.rotation), rigid.translation};
}

}  // namespace bindpose
