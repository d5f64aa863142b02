// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Damped least squares: the kernel. The page is reference/ik/ik_dls.md.
#pragma once

#include "reference/ik/shared/chain.h"

namespace bindpose::ik {

/// A = sum_i (|r_i|^2 I - r_i r_i^T) + lambda^2 I, lambda the damping in metres.
template <class S>
Mat3<S> normal_matrix(const Chain<S>& p, const S& lambda) {
  Mat3<S> A = Mat3<S>::Zero();
  for (std::size_t i = 0; i + 1 < p.size(); ++i) {
    const Vec3<S> r = difference<S>(p.back(), p[i]);
    for (int row = 0; row < 3; ++row) {
      const S u = r[(row + 1) % 3], v = r[(row + 2) % 3];
      A(row, row) += u * u + v * v;  // |r|^2 - r_row^2 without a subtraction
      for (int column = 0; column < row; ++column)
        A(column, row) = A(row, column) -= r[row] * r[column];
    }
  }
  for (int i = 0; i < 3; ++i)
    A(i, i) += lambda * lambda;
  return stored_entries(A);
}

/// f = cof(A) e / det(A).
template <class S>
Vec3<S> damped_solution(const Chain<S>& p, const Vec3<S>& g, const S& lambda) {
  const Vec3<S> e = difference<S>(g, p.back());
  const Mat3<S> A = normal_matrix<S>(p, lambda), K = cofactor(A);
  return Vec3<S>(K.col(0).dot(e), K.col(1).dot(e), K.col(2).dot(e)) / S(determinant(A));
}

/// exp(w) as a quaternion: (sin(h) w / |w|, cos(h)), h = |w| / 2.
template <class S>
Quat<S> exponential(const Vec3<S>& w) {
  const Vec3<S> half = w / S(2);
  const HalfTurn<S> turn = half_turn<S>(stored(S(half.dot(half))));
  return quaternion_xyzw<S>(turn.sinc * half[0], turn.sinc * half[1], turn.sinc * half[2], turn.cosine);
}

/// p_k <- p_i + exp(w_i) (p_k - p_i) for k > i; end: p_end as the iteration began.
template <class S>
void turn(Chain<S>& p, std::size_t i, const Vec3<S>& end, const Vec3<S>& f) {
  const Vec3<S> w = stored_entries(Vec3<S>(difference<S>(end, p[i]).cross(f)));
  const Quat<S> q = stored_entries(exponential<S>(w));
  for (std::size_t k = i + 1; k < p.size(); ++k)
    p[k] = p[i] + rotate<S>(q, difference<S>(p[k], p[i]));
}

/// One iteration on p, the chain [#joints].
template <class S>
void dls_iteration(Chain<S>& p, const Vec3<S>& g, const S& lambda) {
  const Vec3<S> f = damped_solution<S>(p, g, lambda), end = p.back();
  for (std::size_t i = p.size() - 1; i-- > 0;)
    turn<S>(p, i, end, f);
}

}  // namespace bindpose::ik
