// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: least squares with weights that are not negative and sum to 1, and bounds of its solution.
//
// Formula. w = argmin |A w - b|^2 over w >= 0, sum w = 1: the point nearest to b in the simplex whose corners are
// A's columns. Active set method: from the nearest corner on, it adds the column with the steepest descent and
// moves to the nearest point of the affine hull of the chosen columns. If a weight would fall below 0, its column
// leaves. The chosen columns stay affinely independent.
//
// Bound. w is the solution if (A^T A w - A^T b) . (z - w) >= 0 for all weights z. Let w' be the
// solution for A + E and b + f with a gradient off by g. Insert w' into the condition of w, and w
// into that of w'. With d = w' - w, the sum is
//
//   |(A + E) d|^2 <= |d| (|E| r + |g|) + |(A + E) d| |E w - f|,      r = |A w - b|
//
// for any chosen columns. d sums to 0. Let s be the least |A z| of all z that sum to 0 with
// |z| = 1. Then |(A + E) d| >= (s - |E|) |d| and
//
//   |d| <= ((|E| r + |g|) / (s - |E|) + |E w - f|) / (s - |E|)
//
// Solvers by the normal equations are covered: for m rows and n columns their products are off by (m + 2) u |A|
// (|A| + |b|), a solution of n + 1 equations by (n + 1) (n + 11) u of the same
// (reference/numeric/linear_system.h), and they stop if no descent is larger than that: |g| <= 2 (m + 2 + (n + 1)
// (n + 11)) u |A|_F (|A|_F + |b|). Not covered: gradient descent that is stopped early. If s <= |E|, the bound is
// infinite.
//
// Source. P. Wolfe, Finding the nearest point in a polytope, Mathematical Programming 11, 1976. C. L. Lawson, R.
// J. Hanson, Solving Least Squares Problems, 1974, chapter 23. J. W. Daniel, Stability of the solution of definite
// quadratic programs, Mathematical Programming 5, 1973.
//
// Degenerate. If several columns reach the same point, the first is used.
#pragma once

#include <algorithm>

#include "reference/numeric/singular_columns.h"

namespace bindpose {

/// A descent below this fraction of the largest squared distance is rounding.
template <class T>
inline constexpr double least_descent = std::is_same_v<T, float>  ? 0x1p-20
                                        : std::is_same_v<T, Quad> ? 0x1p-100
                                                                  : 0x1p-46;

/// Weights of these columns for the point of their affine hull nearest to 0; G: products of all columns.
template <class T>
DynamicVector<T> nearest_in_hull(const DynamicMatrix<T>& G, const std::vector<Eigen::Index>& in) {
  const auto n = static_cast<Eigen::Index>(in.size());
  T size(0);  // trace of G, so that the last row has the same scale as the others
  for (const Eigen::Index i : in)
    if (size < G(i, i)) size = G(i, i);
  if (!(size > T(0))) size = T(1);
  DynamicMatrix<T> A = DynamicMatrix<T>::Zero(n + 1, n + 1), B = DynamicMatrix<T>::Zero(n + 1, 1);
  for (Eigen::Index r = 0; r < n; ++r) {
    A(r, n) = A(n, r) = size;
    for (Eigen::Index c = 0; c < n; ++c)
      A(r, c) = G(in[static_cast<std::size_t>(r)], in[static_cast<std::size_t>(c)]);
  }
  B(n, 0) = size;
  return solved<T>(A, B).col(0).head(n);
}

/// Moves weights that are not negative towards z until one of them is 0; its column leaves. Returns true if z was
/// reached.
template <class T>
bool moved_towards(const DynamicVector<T>& z, DynamicVector<T>& w, std::vector<Eigen::Index>& in) {
  T part(1);
  std::size_t leaves = in.size();
  for (std::size_t i = 0; i < in.size(); ++i) {
    const T to = z[static_cast<Eigen::Index>(i)];
    if (to > T(0)) continue;
    const T share = w[in[i]] > T(0) ? T(w[in[i]] / (w[in[i]] - to)) : T(0);
    if (leaves == in.size() || share < part) part = share, leaves = i;
  }
  for (std::size_t i = 0; i < in.size(); ++i) {
    const T here = w[in[i]];
    w[in[i]] = here + part * (z[static_cast<Eigen::Index>(i)] - here);
  }
  if (leaves == in.size()) return true;
  w[in[leaves]] = T(0);
  in.erase(in.begin() + static_cast<std::ptrdiff_t>(leaves));
  return false;
}

/// Weights of the columns of D whose sum is nearest to 0. On double, Quad and float.
template <class T>
DynamicVector<T> nearest_in_simplex(const DynamicMatrix<T>& D) {
  const Eigen::Index n = D.cols();
  DynamicMatrix<T> G(n, n);
  for (Eigen::Index r = 0; r < n; ++r)
    for (Eigen::Index c = 0; c < n; ++c)
      G(r, c) = dot_of(D.col(r), D.col(c));
  Eigen::Index next = 0;
  T farthest = G(0, 0);
  for (Eigen::Index i = 1; i < n; ++i) {
    if (G(i, i) < G(next, next)) next = i;
    if (farthest < G(i, i)) farthest = G(i, i);
  }
  DynamicVector<T> w = DynamicVector<T>::Zero(n);
  w[next] = T(1);
  std::vector<Eigen::Index> in = {next};
  for (Eigen::Index step = 0; step < 8 * n;
       ++step) {  // each step lowers the distance: 8 n is far more than needed
    T level(0), steepest(0);
    next = n;
    for (Eigen::Index i = 0; i < n; ++i)
      level += w[i] * dot_of(G.row(i), w);
    for (Eigen::Index i = 0; i < n; ++i) {
      const T descent = level - dot_of(G.row(i), w);
      if (std::find(in.begin(), in.end(), i) == in.end() && descent > steepest) steepest = descent, next = i;
    }
    if (next == n || !(steepest > T(least_descent<T>) * farthest)) break;
    in.push_back(next);
    while (!moved_towards<T>(nearest_in_hull(G, in), w, in)) {
    }
  }
  return w;
}

/// w >= 0 with sum w = 1 and the least |A w - b|. At least one column.
template <class T>
DynamicVector<T> simplex_least_squares(const DynamicMatrix<T>& A, const DynamicVector<T>& b) {
  return nearest_in_simplex<T>(A.colwise() - b);
}
/// s of the header: the least |A z|, z of length 1 whose numbers sum to 0. Infinite for one column.
double least_response(const DynamicMatrix<double>& A);
/// The weights for the values, bounded for every solver that the header names.
template <>
DynamicVector<Tracked> simplex_least_squares(const DynamicMatrix<Tracked>& A,
                                             const DynamicVector<Tracked>& b);

}  // namespace bindpose
