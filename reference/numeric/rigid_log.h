// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: logarithm and exponential of rotations and of rigid motions, on any scalar.
//
// Formula. q = (v, c) is a unit quaternion; h is its half rotation vector: half the angle times the
// axis.
//   log q = h = g(|v|, c) v,   g(s, c) = atan2(s, c) / s        q taken with c >= 0, so |h| <= pi / 2
//   exp h = (sinc(x) h, cos x),   x = |h|
// and for the motion y -> q(y) + t, with nu the translation of the twist (2 h, nu):
//   nu = t - h x t + D(x) / sinc(x) h x (h x t)                 D(x) = (sin x - x cos x) / x^3
//   t  = nu + sinc(x)^2 h x nu + 4 B(2 x) h x (h x nu)          B(y) = (y - sin y) / y^3
// sinc, D and B are smooth and even. Their differences cancel for small arguments, where the power
// series takes over.
//
// Source. R. M. Murray, Z. Li, S. S. Sastry, A Mathematical Introduction to Robotic Manipulation, 1994, chapter 2,
// section 3 (exponential of a twist) and appendix A (logarithm); half vectors, which save a sine and a cosine, are
// bindpose's own.
//
// The bound of each primitive is its derivative times the argument's error, plus the roundings of a direct
// evaluation. It covers direct differences above an argument of 1/2, and any accurate method below it.
#pragma once

#include "reference/numeric/rigid.h"

namespace bindpose {

/// |v|
template <class T>
T length_of_vector(const Vec3<T>& v) {
  using std::sqrt;
  return sqrt(T(v.dot(v)));
}
/// The bound also holds near 0: a length changes by at most the change of its vector.
Tracked length_of_vector(const Vec3<Tracked>& v);

/// g(s, c) = atan2(s, c) / s; 1 / c if s is 0. s >= 0, and c > 0 or s > 0.
template <class T>
T angle_over_sine(const T& s, const T& c) {
  using std::atan2;
  return s > T(0) ? T(atan2(s, c) / s) : T(T(1) / c);
}
Tracked angle_over_sine(const Tracked& s, const Tracked& c);

/// sin(x) / x
template <class T>
T sinc(const T& x) {
  using std::sin;
  return x == T(0) ? T(1) : T(sin(x) / x);
}
Tracked sinc(const Tracked& x);

/// cos(x)
template <class T>
T cosine(const T& x) {
  using std::cos;
  return cos(x);
}
/// The bound uses the cosine's slope at x; the general bound uses 1.
Tracked cosine(const Tracked& x);

/// B(x) = (x - sin x) / x^3 = 1/6 - x^2/120 + ...
template <class T>
T cubic_sine_excess(const T& x) {
  using std::sin;
  if (!(x < T(1))) return (x - sin(x)) / (x * x * x);
  T term = T(1) / T(6), sum(0);
  for (int n = 0; n < 18; ++n) {  // 1 / 39! is beyond 113 bits
    sum += term;
    term *= -x * x / T((2 * n + 4) * (2 * n + 5));
  }
  return sum;
}
Tracked cubic_sine_excess(const Tracked& x);

/// D(x) = (sin x - x cos x) / x^3 = 1/3 - x^2/30 + ...
template <class T>
T cubic_cosine_excess(const T& x) {
  using std::sin, std::cos;
  if (!(x < T(1))) return (sin(x) - x * cos(x)) / (x * x * x);
  T term = T(1) / T(6), sum(0);
  for (int n = 0; n < 18; ++n) {
    sum += T(2 * n + 2) * term;
    term *= -x * x / T((2 * n + 4) * (2 * n + 5));
  }
  return sum;
}
Tracked cubic_cosine_excess(const Tracked& x);

/// h = log q, the same for q and -q. If c is 0, a half turn, either direction of the axis is right.
template <class T>
Vec3<T> half_log(const Quat<T>& q) {
  const bool other = q.w() < T(0);
  const Vec3<T> v = other ? Vec3<T>(-q.vec()) : Vec3<T>(q.vec());
  const T g = angle_over_sine(length_of_vector(v), other ? T(-q.w()) : q.w());
  return {g * v[0], g * v[1], g * v[2]};
}

/// q = exp h.
template <class T>
Quat<T> half_exp(const Vec3<T>& h) {
  const T x = length_of_vector(h);
  const T s = sinc(x);
  return quaternion_xyzw<T>(s * h[0], s * h[1], s * h[2], cosine(x));
}

/// The logarithm of a rigid motion: the twist (2 h, nu).
template <class T>
struct RigidLog {
  Vec3<T> h = Vec3<T>::Zero();   ///< half rotation vector, radians
  Vec3<T> nu = Vec3<T>::Zero();  ///< translation of the twist, metres
};

template <class T>
RigidLog<T> rigid_log(const Rigid<T>& M) {
  const Vec3<T> h = half_log(M.rotation);
  const T x = length_of_vector(h);
  const Vec3<T> a = h.cross(M.translation), b = h.cross(a);
  const T k = cubic_cosine_excess(x) / sinc(x);
  return {h, Vec3<T>(M.translation - a + k * b)};
}

template <class T>
Rigid<T> rigid_exp(const RigidLog<T>& log) {
  const T x = length_of_vector(log.h);
  const T s = sinc(x);
  const Vec3<T> a = log.h.cross(log.nu), b = log.h.cross(a);
  const T k = T(4) * cubic_sine_excess(T(T(2) * x));
  return {half_exp(log.h), Vec3<T>(log.nu + T(s * s) * a + k * b)};
}

}  // namespace bindpose
