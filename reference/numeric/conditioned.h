// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: error bounds for the solution of any solver - a nearest rotation, a root, a smoothed number - from the
// condition of the exact problem.
//
// Formula.
// Nearest rotation. A becomes A + E, s = s_2 + s_3 (reference/numeric/polar.h). Along A + t E the nearest rotation
// turns at the rate R^T dR with (S X + X S) = R^T E - E^T R, S = R^T A: in the axes of S each of its three numbers
// is (f_ij - f_ji) / (s_i + s_j), so |dR|_F <= 2 |E|_F / (s_2 + s_3). Half the gap of K's eigenvalues changes by
// at most |K(E)|_2 <= sqrt(3) |E|_F, hence
//
//   |R(A + E) - R(A)|_F <= 2 |E|_F / (s - sqrt(3) |E|_F),    and never more than 2 sqrt(2)
//
// A backward stable solver returns the stored rotation of A + E + G with |G|_F <= c u |A|_F. c = 384 holds for the
// 4 by 4 Jacobi of polar.h in GLSL's precision: the 6 rotations of a sweep are 3 rounds of 2 that share no row. A
// round costs 6 u |K|_F in rounded products and sums, and 8 u |K|_F in a sine and cosine whose squares do not
// quite sum to 1 (inversesqrt 2 ulp). 3 rounds times 6 sweeps times 15 u |K|_F = 270 u |K|_F. This rotates q as
// much as sqrt(2) 270 u |A|_F rotates R. It also covers methods with fewer operations a sweep: one- and two-sided
// Jacobi of the 3 by 3 singular value decomposition with the sign of the determinant put on the smallest singular
// value, and Householder's decomposition. It covers neither square roots of A^T A, which lose twice the digits,
// nor iterations stopped early. Storing R costs 32 u: a quaternion's length, and the entries' three operations.
//
// Root. p(y) = 0 is solved up to a residual e, p monotone with the slope |p'(y)| = m and |p''| <= h within r = 2 e
// / m of y. By the mean value theorem the solver's root is within e / (m - r h) of y if r h <= m / 2; otherwise
// the bound is infinite.
//
// Source. N. J. Higham, Functions of Matrices, 2008, section 8.1 (conditioning of the polar decomposition); C.
// Kenney, A. J. Laub, Polar decomposition and matrix sign function condition estimates, 1991; N. J. Higham,
// Accuracy and Stability of Numerical Algorithms, 2nd ed. 2002, sections 5.2 and 25.2 (limiting accuracy of
// Newton's method).
#pragma once

#include "reference/numeric/tracked.h"
#include "reference/numeric/transform.h"

namespace bindpose {

/// c: |G|_F <= c u |A|_F.
inline constexpr double polar_backward_error = 384;
/// Error of storing R, in units u, measured as |.|_F.
inline constexpr double rotation_storage = 32;

/// Bound on |R' - R|_F, R the rotation nearest to A's values, R' the result of a float32 solver for a matrix within
/// A's errors. spread: s_2 + s_3 of the values. At most 2 sqrt(2).
double rotation_error(const Mat3<Tracked>& A, double spread);

/// Bound on the error of a root found up to the residual e; m = |p'|, h >= |p''| within 2 e / m. Infinite if
/// the slope may vanish.
double root_error(double e, double m, double h);

/// |A|_F, or a vector's length: the root of the sum of squares, in storage order, so that every build gets the same
/// bits.
template <class Numbers>
double euclidean(const Numbers& numbers) {
  double squares = 0;
  for (const double x : numbers)
    squares += x * x;
  return std::sqrt(squares);
}

/// a - b of stored numbers, itself stored. Its error is one rounding of the difference, for any
/// size of a and b; none if a and b are exact and float32 holds the difference. Tracked's own
/// subtraction bounds sums in any order, which lose u (|a| + |b|).
template <class T>
T difference(const T& a, const T& b) {
  return a - b;
}
template <>
Tracked difference(const Tracked& a, const Tracked& b);

/// The difference of points.
template <class T>
Vec3<T> difference(const Vec3<T>& a, const Vec3<T>& b) {
  return {difference<T>(a[0], b[0]), difference<T>(a[1], b[1]), difference<T>(a[2], b[2])};
}

/// Adds `error` to the error of x; other scalars stay unchanged.
template <class T>
T widened(const T& x, double) {
  return x;
}
template <>
inline Tracked widened(const Tracked& x, double error) {
  return Tracked::uncertain(x.value(), x.error() + error);
}

}  // namespace bindpose
