// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the distance of a combination of columns from its target.
//
// Bound. If numbers are off by e_i, their length is off by at most |e|; the root and squares of m numbers round by
// (m / 2 + 6) u of it.
#pragma once

#include "reference/numeric/conditioned.h"
#include "reference/numeric/linear_system.h"

namespace bindpose {

/// |A w - b|
template <class T>
T distance_of(const DynamicMatrix<T>& A, const DynamicVector<T>& w, const DynamicVector<T>& b) {
  using std::sqrt;
  T squares(0);
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    T sum = -b[i];
    for (Eigen::Index c = 0; c < A.cols(); ++c)
      sum += A(i, c) * w[c];
    squares += stored(sum) * stored(sum);
  }
  return sqrt(squares);
}

/// The bound also holds if the length is smaller than its error.
template <>
inline Tracked distance_of(const DynamicMatrix<Tracked>& A, const DynamicVector<Tracked>& w,
                           const DynamicVector<Tracked>& b) {
  double squares = 0, off = 0;
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    Tracked sum = -b[i];
    for (Eigen::Index c = 0; c < A.cols(); ++c)
      sum += A(i, c) * w[c];
    squares += sum.value() * sum.value();
    off += sum.error() * sum.error();
  }
  const double length = std::sqrt(squares), e = std::sqrt(off);
  const double rounded = (static_cast<double>(A.rows()) / 2 + 6) * Tracked::precision().unit * (length + e);
  return Tracked::uncertain(length, Tracked::slack * (e + rounded) + Tracked::precision().smallest);
}

}  // namespace bindpose
