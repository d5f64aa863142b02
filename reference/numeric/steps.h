// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: steps of formulas with better bounds as a whole than by operation: lengths, maxima, roots and half turns
// near points without a derivative, and products of rotations.
//
// Formula. In Tracked, the errors of operations add up. These bounds use a step's own response:
//   |v|              | |v + d| - |v| | <= |d|, also where v may be zero
//   max(a, b)        off by at most the larger of both errors: no decision
//   sqrt(max(s, 0))  |sqrt(s + e) - sqrt(s)| <= sqrt(e), also where s may be zero
//   sin(h) / h, cos(h) of h = sqrt(s)     |d sinc / ds| <= 1 / 6, |d cos / ds| <= 1 / 2, also where s is zero
//   R_1 R_2 ...      a rotation keeps the length of an error: the length of the product's error is
//                    the sum of its factors' lengths and of the roundings
//
// Source. N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed. 2002, sections 1.6 (condition) and
// 3.7 (products of matrices, norm-wise).
#pragma once

#include <vector>

#include "reference/numeric/rigid.h"

namespace bindpose {

/// |v|.
template <class T>
T norm_of(const Vec3<T>& v) {
  using std::sqrt;
  return sqrt(v.dot(v));
}
template <>
Tracked norm_of(const Vec3<Tracked>& v);

/// The greater of a and b.
template <class T>
T greater_of(const T& a, const T& b) {
  return a < b ? b : a;
}
template <>
Tracked greater_of(const Tracked& a, const Tracked& b);

/// sqrt(max(s, 0)).
template <class T>
T root_above_zero(const T& s) {
  using std::sqrt;
  return s > T(0) ? T(sqrt(s)) : T(0);
}
template <>
Tracked root_above_zero(const Tracked& s);

/// sin(h) / h and cos(h) for h = sqrt(s).
template <class T>
struct HalfTurn {
  T sinc;
  T cosine;
};
template <class T>
HalfTurn<T> half_turn(const T& s) {
  using std::cos, std::sin, std::sqrt;
  const T h = sqrt(s);
  if (h == T(0)) return {T(1), T(1)};
  return {T(sin(h) / h), T(cos(h))};
}
template <>
HalfTurn<Tracked> half_turn(const Tracked& s);

/// R_1 R_2 ..., stored; at least one.
template <class T>
Mat3<T> product_of(const std::vector<Mat3<T>>& R) {
  Mat3<T> product = R[0];
  for (std::size_t k = 1; k < R.size(); ++k)
    product = Mat3<T>(product * R[k]);
  return product;
}
template <>
Mat3<Tracked> product_of(const std::vector<Mat3<Tracked>>& R);

/// q_1 q_2 ..., stored; at least one.
template <class T>
Quat<T> product_of(const std::vector<Quat<T>>& q) {
  Quat<T> product = q[0];
  for (std::size_t k = 1; k < q.size(); ++k)
    product = quaternion_product(product, q[k]);
  return product;
}
template <>
Quat<Tracked> product_of(const std::vector<Quat<Tracked>>& q);

}  // namespace bindpose
