// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: solves A x = b with A symmetric and positive definite. A definite A means a stable equilibrium.
// Formula. A = L D L^T, unknown by unknown, L with ones on its diagonal. A counts as positive
// definite if d_i > 2^-16 a_ii for every number d_i of D: smaller numbers are noise in float32. All
// scalars use this rule.
// Source. G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed. 2013, section 4.1.
#pragma once

#include <optional>

#include "reference/numeric/linear_system.h"

namespace bindpose {

/// x; none if A is not positive definite. Reads only the lower triangle of A.
template <class T>
std::optional<DynamicVector<T>> solved_positive(DynamicMatrix<T> A, DynamicVector<T> b) {
  const Eigen::Index n = A.rows();
  const DynamicVector<T> diagonal = A.diagonal();
  for (Eigen::Index k = 0; k < n; ++k) {
    if (!(A(k, k) > T(0x1p-16) * diagonal[k])) return std::nullopt;
    for (Eigen::Index i = k + 1; i < n; ++i) {
      const T l = A(i, k) / A(k, k);
      for (Eigen::Index j = k + 1; j <= i; ++j)
        A(i, j) -= l * A(j, k);
      b[i] -= l * b[k];
    }
  }
  for (Eigen::Index k = n; k-- > 0;) {
    for (Eigen::Index i = k + 1; i < n; ++i)
      b[k] -= A(i, k) * b[i];
    b[k] /= A(k, k);
  }
  return b;
}

}  // namespace bindpose
