// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: rigid motions as a unit quaternion and a translation, on any scalar.
#pragma once

#include "reference/numeric/stored.h"

namespace bindpose {

/// The motion x -> q(x) + t.
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

/// q . p
template <class T>
T quaternion_dot(const Quat<T>& q, const Quat<T>& p) {
  return q.x() * p.x() + q.y() * p.y() + q.z() * p.z() + q.w() * p.w();
}

/// q / |q|; if |q| is 0, returns false and leaves q unchanged.
template <class T>
[[nodiscard]] bool normalize_quaternion(Quat<T>& q) {
  using std::sqrt;
  q = stored_entries(q);
  const T squared = quaternion_dot(q, q);
  if (!(to_double(squared) > 0)) return false;
  const T length = sqrt(squared);
  q = quaternion_xyzw<T>(q.x() / length, q.y() / length, q.z() / length, q.w() / length);
  return true;
}

/// x + 2 (w (u x x) + u x (u x x)), u the vector part of q.
template <class T>
Vec3<T> rotate_by_cross_products(const Quat<T>& q, const Vec3<T>& x) {
  const Vec3<T> u = q.vec();
  const Vec3<T> c = u.cross(x);
  const Vec3<T> d = u.cross(c);
  const T two(2);
  return {x[0] + two * (q.w() * c[0] + d[0]), x[1] + two * (q.w() * c[1] + d[1]),
          x[2] + two * (q.w() * c[2] + d[2])};
}

/// The vector part of q (x, 0) q*: the cross-product form plus (|q|^2 - 1) x, which is 0 for a unit q only.
template <class T>
Vec3<T> rotate_by_conjugation(const Quat<T>& q, const Vec3<T>& x) {
  return quaternion_product(quaternion_product(q, quaternion_xyzw<T>(x[0], x[1], x[2], T(0))), conjugate(q))
      .vec();
}

/// q(x), by cross products: equal to rotation_matrix(q) x for every q. The bound also covers conjugation.
template <class T>
Vec3<T> rotate(const Quat<T>& q, const Vec3<T>& x) {
  Vec3<T> y = rotate_by_cross_products(q, x);
  if constexpr (std::is_same_v<T, Tracked>) {
    const Vec3<T> z = rotate_by_conjugation(q, x);
    for (int i = 0; i < 3; ++i)
      y[i] = Tracked::either(y[i], z[i]);
  }
  return y;
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

/// The quaternion of a rotation matrix: its largest number from the diagonal, the others by division. Source. S.
/// W. Shepperd, Quaternion from rotation matrix, Journal of Guidance and Control 1(3), 1978.
/// 4 w^2 = 1 + trace, 4 x_k^2 = 1 + 2 R_kk - trace: the values decide which is the largest; of two nearly equal
/// ones, either can be used.
template <class T>
Quat<T> quaternion_of(const Mat3<T>& R) {
  using std::sqrt;
  const T one(1), two(2);
  const T trace = R(0, 0) + R(1, 1) + R(2, 2);
  int k = 0;
  for (int i = 1; i < 3; ++i)
    if (to_double(R(i, i)) > to_double(R(k, k))) k = i;
  if (to_double(trace) >= to_double(R(k, k))) {
    const T s = stored(T(two * sqrt(T(one + trace))));  // 4 w
    return quaternion_xyzw<T>((R(2, 1) - R(1, 2)) / s, (R(0, 2) - R(2, 0)) / s, (R(1, 0) - R(0, 1)) / s,
                              s / T(4));
  }
  const int l = (k + 1) % 3, m = (k + 2) % 3;
  const T s = stored(T(two * sqrt(T(one + R(k, k) - R(l, l) - R(m, m)))));  // 4 x_k
  Quat<T> q;
  q.coeffs()[k] = s / T(4);
  q.coeffs()[l] = (R(k, l) + R(l, k)) / s;
  q.coeffs()[m] = (R(k, m) + R(m, k)) / s;
  q.w() = (R(m, l) - R(l, m)) / s;
  return q;
}

}  // namespace bindpose
