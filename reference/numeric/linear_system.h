// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: linear systems A X = B of a few unknowns, and error bounds of their solutions from the condition of the
// exact problem, for any solver.
//
// Formula. For A known up to |dA| <= D and a column b known up to |db| <= F, a backward stable solver returns the
// solution of
//
//   (A + dA + G) x' = b + db + g      with      |G|_F <= c u |A|_F, |g|_2 <= c u |b|_2,      c = n (n + 10)
//
// c holds for n unknowns in GLSL's precision (a division 2.5 u, a root 4.5 u). Cholesky: each number of A is a sum
// of n products, |G| <= (3 n + 8) u |R^T| |R| with both triangular solutions, and |R^T| |R| has the norm trace(A)
// <= sqrt(n) |A|_F at most. Elimination with partial pivoting: the same with |L| |U| instead of |R^T| |R|, if (3 n
// + 8) ||L| |U||_F <= c |A|_F (little growth). Householder's QR: the reflection of k rows is off by (2 k + 8) u, n
// reflections of A and of b by (n^2 + 9 n) u, the triangular solution by n u. A product of b with an inverse whose
// columns were solved for is also covered: below, L and l replace |x| and |x|_2, which would be enough for other
// methods.
// These are worst cases of one-sided rounding; real solvers use a few hundredths of c.
//
// The solution a of A^T a = y gives a . (A x) = y . x. It determines the effect of an error of x on y . x:
//
//   y . x' - y . x = a . (db + g - (dA + G) x')
//
// so |y . x' - y . x| <= |a|^T (F + D L) + |a|_2 (c u (|A|_F l + |b|_1) + m e), with
//   L    |A^-1| |b|, at least |x|, number by number          l    sum_k |A^-1 column k|_2 |b_k|, at least |x|_2
//   m    |D|_F + c u |A|_F                                   r    |A^-1|_F m
//   e    |A^-1|_F (|F|_2 + m l + c u |b|_1) / (1 - r), at least |x' - x|_2
// A subject that first solves A^T a = y for a and then sums a . b has the same error with x and a exchanged. It
// adds l (c u |y|_2 + m e'), e' the e of that system, and for the sums, in either order, 2 (n + 1) u (|y| . L +
// |a| . |b|). The number x_i itself is y . x with y = (0 .. 1 .. 0). If r reaches 1/2, the bound is infinite. An
// interpolated value has a much smaller error than its coefficients: a coefficient's a is a row of A^-1, the
// value's a are the weights of the examples, which hardly exceed 1.
//
// Source. N. J. Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed. 2002, theorems 7.2
// (perturbations), 9.4 (elimination), 10.4 (Cholesky), 19.5 (Householder), section 14.1 (inverses).
// The form a . residual is the adjoint form, as in M. B. Giles and N. A. Pierce, 2000.
#pragma once

#include <vector>

#include <Eigen/Core>

#include "reference/numeric/scalar.h"

namespace bindpose {

template <class T>
using DynamicMatrix = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic>;
template <class T>
using DynamicVector = Eigen::Matrix<T, Eigen::Dynamic, 1>;

/// X of A X = B, by elimination with partial pivoting: the largest number of a column, the first of
/// equal ones. A must not be singular.
template <class T>
DynamicMatrix<T> solved(DynamicMatrix<T> A, DynamicMatrix<T> B) {
  using std::abs;
  const Eigen::Index n = A.rows();
  for (Eigen::Index k = 0; k < n; ++k) {
    Eigen::Index pivot = k;
    for (Eigen::Index i = k + 1; i < n; ++i)
      if (abs(A(i, k)) > abs(A(pivot, k))) pivot = i;
    A.row(k).swap(A.row(pivot));
    B.row(k).swap(B.row(pivot));
    for (Eigen::Index i = k + 1; i < n; ++i) {
      const T l = A(i, k) / A(k, k);
      A.row(i) -= l * A.row(k);
      B.row(i) -= l * B.row(k);
    }
  }
  for (Eigen::Index i = n; i-- > 0;) {
    for (Eigen::Index k = i + 1; k < n; ++k)
      B.row(i) -= A(i, k) * B.row(k);
    B.row(i) /= A(i, i);
  }
  return B;
}
/// The solution for the values, bounded for every backward stable solver.
template <>
DynamicMatrix<Tracked> solved(DynamicMatrix<Tracked> A, DynamicMatrix<Tracked> B);

/// A system with its solution, for weighted sums of the unknowns.
template <class T>
struct SolvedSystem {
  DynamicMatrix<T> A, B;
  DynamicMatrix<T> X;       ///< A X = B
  Eigen::MatrixXd inverse;  ///< inverse of A's values; only for Tracked

  SolvedSystem(const DynamicMatrix<T>& A_, const DynamicMatrix<T>& B_) : A(A_), B(B_), X(solved<T>(A_, B_)) {}
};
template <>
SolvedSystem<Tracked>::SolvedSystem(const DynamicMatrix<Tracked>& A_, const DynamicMatrix<Tracked>& B_);

/// y . x, x the column c of X.
template <class T>
T combined(const SolvedSystem<T>& system, const DynamicVector<T>& y, Eigen::Index c) {
  T sum(0);
  for (Eigen::Index i = 0; i < y.size(); ++i)
    sum += y[i] * system.X(i, c);
  return sum;
}
/// The bound also covers the adjoint method: solve A^T a = y, then sum a . b.
template <>
Tracked combined(const SolvedSystem<Tracked>& system, const DynamicVector<Tracked>& y, Eigen::Index c);

/// The largest sum of a row's absolute values.
template <class T>
T row_sum_norm(const DynamicMatrix<T>& A) {
  using std::abs;
  T largest(0);
  for (Eigen::Index r = 0; r < A.rows(); ++r) {
    T sum(0);
    for (Eigen::Index c = 0; c < A.cols(); ++c)
      sum += abs(A(r, c));
    if (to_double(sum) > to_double(largest)) largest = sum;
  }
  return largest;
}
/// The error of a maximum is the largest error of the numbers.
template <>
Tracked row_sum_norm(const DynamicMatrix<Tracked>& A);

/// The condition number |A| |A^-1| in the row-sum norm: the largest ratio of a solution's relative error to the
/// system's.
template <class T>
T condition_number(const DynamicMatrix<T>& A) {
  const DynamicMatrix<T> I = DynamicMatrix<T>::Identity(A.rows(), A.rows());
  return stored(row_sum_norm<T>(A)) * stored(row_sum_norm<T>(solved<T>(A, I)));
}

}  // namespace bindpose
