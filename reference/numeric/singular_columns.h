// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the singular value decomposition of any matrix by rotations that make its columns orthogonal, and least
// squares along the directions that count.
//
// Source. One-sided Jacobi: M. R. Hestenes, Inversion of matrices by biorthogonalization and related results,
// 1958; G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed. 2013, section 8.6.3.
#pragma once

#include <cstddef>

#include "reference/numeric/linear_system.h"

namespace bindpose {

/// D V = U diag(sigma): orthogonal columns, whose lengths are the singular values, unordered. For a matrix with
/// more columns than rows, the last ones are zero, up to rounding.
template <class T>
struct SingularColumns {
  DynamicMatrix<T> US;
  DynamicMatrix<T> V;
};

/// The product of two columns.
template <class Column, class Other>
auto dot_of(const Column& a, const Other& b) {
  typename Column::Scalar sum(0);
  for (Eigen::Index r = 0; r < a.size(); ++r)
    sum += a[r] * b[r];
  return sum;
}

/// (x, y) becomes (c x - s y, s x + c y).
template <class T>
void rotate_columns(DynamicMatrix<T>& A, Eigen::Index p, Eigen::Index q, const T& c, const T& s) {
  for (Eigen::Index r = 0; r < A.rows(); ++r) {
    const T x = A(r, p), y = A(r, q);
    A(r, p) = c * x - s * y;
    A(r, q) = s * x + c * y;
  }
}

template <class T>
SingularColumns<T> singular_columns(const DynamicMatrix<T>& D) {
  using std::sqrt;
  constexpr int sweeps = 16;  // in the end each sweep squares the error: 8 suffice for double, 9 for 113 bits
  SingularColumns<T> found{D, DynamicMatrix<T>::Identity(D.cols(), D.cols())};
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (Eigen::Index p = 0; p < D.cols(); ++p)
      for (Eigen::Index q = p + 1; q < D.cols(); ++q) {
        const T along = dot_of(found.US.col(p), found.US.col(q));
        if (along == T(0)) continue;
        const T square_p = dot_of(found.US.col(p), found.US.col(p));
        const T square_q = dot_of(found.US.col(q), found.US.col(q));
        const T theta = (square_q - square_p) / (T(2) * along);
        const T root = sqrt(T(theta * theta + T(1)));
        const T t = theta < T(0) ? T(T(-1) / (root - theta)) : T(T(1) / (root + theta));  // the smaller angle
        const T c = T(1) / sqrt(T(t * t + T(1))), s = t * c;
        rotate_columns<T>(found.US, p, q, c, s);
        rotate_columns<T>(found.V, p, q, c, s);
      }
  return found;
}

/// The kept singular values: those of at least `fraction` times the largest; none if all are 0.
template <class T>
std::vector<bool> values_that_count(const std::vector<T>& sigma, const T& fraction) {
  std::size_t largest = 0;
  for (std::size_t k = 1; k < sigma.size(); ++k)
    if (to_double(sigma[k]) > to_double(sigma[largest])) largest = k;
  std::vector<bool> counts(sigma.size(), false);
  for (std::size_t k = 0; k < sigma.size() && to_double(sigma[largest]) > 0; ++k)
    counts[k] = k == largest || !(sigma[k] < fraction * sigma[largest]);
  return counts;
}

/// The singular values, in the columns' order.
template <class T>
std::vector<T> lengths_of(const DynamicMatrix<T>& columns) {
  using std::sqrt;
  std::vector<T> sigma;
  for (Eigen::Index k = 0; k < columns.cols(); ++k)
    sigma.push_back(sqrt(dot_of(columns.col(k), columns.col(k))));
  return sigma;
}

/// x = sum_k v_k (u_k . b) / sigma_k over the values that count: in their span, the x with the least |D x - b|.
template <class T>
DynamicVector<T> least_solution(const SingularColumns<T>& svd, const DynamicVector<T>& b,
                                const std::vector<bool>& counts) {
  DynamicVector<T> x = DynamicVector<T>::Zero(svd.V.rows());
  for (Eigen::Index k = 0; k < svd.V.cols(); ++k) {
    if (!counts[static_cast<std::size_t>(k)]) continue;
    const T along = dot_of(svd.US.col(k), b) / dot_of(svd.US.col(k), svd.US.col(k));
    for (Eigen::Index c = 0; c < x.size(); ++c)
      x[c] += svd.V(c, k) * along;
  }
  return x;
}

}  // namespace bindpose
