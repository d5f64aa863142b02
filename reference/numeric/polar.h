// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the proper rotation nearest to a matrix, by an eigenvector that exists for every matrix.
//
// Formula. R = argmax over rotations of trace(R^T A) = U diag(1, 1, det(U V^T)) V^T with A = U S V^T. With R =
// R(q), trace(R(q)^T A) = q^T K q for the symmetric 4 by 4 matrix (numbers in the order x, y, z, w)
//
//       | A00 - A11 - A22   A01 + A10          A02 + A20          A21 - A12       |
//   K = | A01 + A10         A11 - A00 - A22    A12 + A21          A02 - A20       |
//       | A02 + A20         A12 + A21          A22 - A00 - A11    A10 - A01       |
//       | A21 - A12         A02 - A20          A10 - A01          A00 + A11 + A22 |
//
// so q is a unit eigenvector of K's largest eigenvalue. Let s_1 >= s_2 >= |s_3| be the singular values of A, s_3
// carrying the sign of det A. The eigenvalues are s_1 + s_2 + s_3, s_1 - s_2 - s_3, -s_1 + s_2 - s_3 and -s_1 -
// s_2 + s_3; the largest two are 2 (s_2 + s_3) apart. That half gap, `spread`, measures how well A determines R.
// K is diagonalised by a fixed number of cyclic Jacobi sweeps over the pairs (0 1), (2 3), (0 2), (1 3), (0 3), (1
// 2): the tangent of each angle is t = 2 a_pq / (d +- sqrt(d^2 + 4 a_pq^2)), d = a_qq - a_pp, the sign that of d;
// nothing is divided by a number smaller than 2 |a_pq|.
//
// Source. P. Davenport's q-method, in G. Wahba, A least squares estimate of satellite attitude, SIAM Review 7,
// 1965 and 8, 1966; B. K. P. Horn, Closed-form solution of absolute orientation using unit quaternions, 1987,
// section 4. Jacobi: G. Golub, C. Van Loan, Matrix Computations, 4th ed. 2013, section 8.5.
//
// Degenerate. If spread is 0 (a zero matrix, rank 1, s_3 = -s_2), many rotations are nearest. One of them is
// returned; for the zero matrix, the identity.
#pragma once

#include "reference/numeric/scalar.h"
#include "reference/numeric/transform.h"

namespace bindpose {

/// Number of sweeps that reach float32's precision, which a float32 subject must reach.
inline constexpr int polar_sweeps_float32 = 6;
inline constexpr int polar_sweeps = 12;  ///< also enough for a 113-bit significand

template <class T>
struct PolarRotation {
  Quat<T> q;  ///< unit
  T spread;   ///< s_2 + s_3, at least 0
};

/// A symmetric 4 by 4 matrix during diagonalisation, and the rotations so far.
template <class T>
struct Jacobi4 {
  T a[4][4];
  T v[4][4];

  /// Makes a[p][q] zero.
  void rotate(int p, int q) {
    using std::sqrt;
    if (a[p][q] == T(0)) return;
    const T d = a[q][q] - a[p][p];
    const T root = sqrt(T(d * d + T(4) * a[p][q] * a[p][q]));
    if (root == T(0)) return;  // both have underflowed
    const T t = T(2) * a[p][q] / (d < T(0) ? T(d - root) : T(d + root));
    const T c = T(1) / T(sqrt(T(T(1) + t * t)));
    const T s = t * c;
    a[p][p] -= t * a[p][q];
    a[q][q] += t * a[p][q];
    a[p][q] = a[q][p] = T(0);
    for (int k = 0; k < 4; ++k) {
      if (k != p && k != q) {
        const T kp = a[k][p], kq = a[k][q];
        a[k][p] = a[p][k] = c * kp - s * kq;
        a[k][q] = a[q][k] = s * kp + c * kq;
      }
      const T vp = v[k][p], vq = v[k][q];
      v[k][p] = c * vp - s * vq;
      v[k][q] = s * vp + c * vq;
    }
  }
};

/// A must be finite. For double, Quad and float; errors of Tracked matrices: reference/numeric/conditioned.h.
template <class T>
PolarRotation<T> polar_rotation(const Mat3<T>& A) {
  using std::sqrt;
  const T yx = A(0, 1) + A(1, 0), zx = A(0, 2) + A(2, 0), zy = A(1, 2) + A(2, 1);
  const T wx = A(2, 1) - A(1, 2), wy = A(0, 2) - A(2, 0), wz = A(1, 0) - A(0, 1);
  Jacobi4<T> K = {{{A(0, 0) - A(1, 1) - A(2, 2), yx, zx, wx},
                   {yx, A(1, 1) - A(0, 0) - A(2, 2), zy, wy},
                   {zx, zy, A(2, 2) - A(0, 0) - A(1, 1), wz},
                   {wx, wy, wz, A(0, 0) + A(1, 1) + A(2, 2)}},
                  {}};
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      K.v[i][j] = T(i == j ? 1 : 0);
  constexpr int pairs[6][2] = {{0, 1}, {2, 3}, {0, 2}, {1, 3}, {0, 3}, {1, 2}};
  constexpr int sweeps = std::is_same_v<T, float> ? polar_sweeps_float32 : polar_sweeps;
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (const auto& pair : pairs)
      K.rotate(pair[0], pair[1]);

  int best = 3;
  for (int i = 2; i >= 0; --i)
    if (K.a[i][i] > K.a[best][best]) best = i;
  int second = best == 3 ? 2 : 3;
  for (int i = 0; i < 4; ++i)
    if (i != best && K.a[i][i] > K.a[second][second]) second = i;
  T squared(0);
  for (int i = 0; i < 4; ++i)
    squared += K.v[i][best] * K.v[i][best];
  const T length = sqrt(squared);
  return {quaternion_xyzw<T>(K.v[0][best] / length, K.v[1][best] / length, K.v[2][best] / length,
                             K.v[3][best] / length),
          (K.a[best][best] - K.a[second][second]) / T(2)};
}

}  // namespace bindpose
