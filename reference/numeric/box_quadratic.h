// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the w within 0 <= w <= 1 with the least w . Q w / 2 + g . w; Q is symmetric, positive
// definite and sparse.
//
// Formula. With z = Q w + g, w is the solution if (Karush, Kuhn, Tucker)
//
//   z = 0 for 0 < w < 1,      z >= 0 for w = 0,      z <= 0 for w = 1
//
// By block pivots: each number is free, at 0 or at 1; free numbers solve their equations with the others fixed. If
// a free number leaves the box, it moves to the nearer end; if z has the wrong sign at an end, the number becomes
// free. All misplaced numbers change at once while their count falls, otherwise only the last one; this ends after
// finitely many steps.
//
// Bound. w is the solution if (Q w + g) . (y - w) >= 0 for all y of the box. Let w' be the solution
// for Q + E, g + f with a gradient off by r. Insert w' into the condition of w, and w into that of
// w'. With d = w' - w and the least eigenvalue s of Q, the sum is
//
//   d . (Q + E) d <= |d| |E w + f + r|,      |d| <= |E w + f + r| / (s - |E|)
//
// whichever numbers are free. Backward stable solvers have |r| <= c u (|Q|_F |w| + |g|), with
// c = n (n + 10) as in reference/numeric/linear_system.h. If s <= |E|, the bound is infinite. Not
// covered: iterations that are stopped early.
//
// Source. L. F. Portugal, J. J. Judice, L. N. Vicente, A comparison of block pivoting and interior-point
// algorithms for linear least squares problems with nonnegative variables, Mathematics of Computation 63, 1994; K.
// G. Murty, Note on a Bard-type scheme for solving the complementarity problem, Opsearch 11, 1974.
#pragma once

#include "reference/numeric/sparse_system.h"

namespace bindpose {

/// Place of a number in the box.
enum class Place { free, low, high };

/// Rounding limit: how far a number may leave the box, or how large a gradient of the wrong sign may be, as a
/// fraction of Q's largest number.
template <class T>
inline constexpr double box_rounding = std::is_same_v<T, float>  ? 0x1p-14
                                       : std::is_same_v<T, Quad> ? 0x1p-80
                                                                 : 0x1p-36;

/// w for these places; free numbers solve their equations.
template <class T>
DynamicVector<T> placed(const SparseMatrix<T>& Q, const DynamicVector<T>& g,
                        const std::vector<Place>& places) {
  DynamicVector<T> w(g.size());
  std::vector<bool> is_fixed;
  for (const Place place : places) {
    w[static_cast<Eigen::Index>(is_fixed.size())] = T(place == Place::high ? 1 : 0);
    is_fixed.push_back(place != Place::free);
  }
  const Rest<T> rest = without_fixed<T>(Q, is_fixed, w);
  if (rest.at.empty()) return w;
  w(rest.at) = solved_sparse<T>(rest.Q, DynamicMatrix<T>(-(g(rest.at) + rest.g)));
  return w;
}

/// Indices of the numbers that violate the optimality conditions.
template <class T>
std::vector<std::size_t> misplaced(const SparseMatrix<T>& Q, const DynamicVector<T>& g,
                                   const DynamicVector<T>& w, const std::vector<Place>& places) {
  using std::abs;
  T size(0);
  for (Eigen::Index i = 0; i < Q.outerSize(); ++i)
    for (typename SparseMatrix<T>::InnerIterator entry(Q, i); entry; ++entry)
      if (size < T(abs(entry.value()))) size = abs(entry.value());
  const DynamicVector<T> z = Q * w + g;
  const T rounding(box_rounding<T>);
  std::vector<std::size_t> wrong;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const T &w_i = w[static_cast<Eigen::Index>(i)], &z_i = z[static_cast<Eigen::Index>(i)];
    const bool leaves = w_i < -rounding || w_i > T(1) + rounding;
    const bool is_held = places[i] == Place::low ? z_i < -rounding * size : z_i > rounding * size;
    if (places[i] == Place::free ? leaves : is_held) wrong.push_back(i);
  }
  return wrong;
}

template <class T>
DynamicVector<T> least_in_box(const SparseMatrix<T>& Q, const DynamicVector<T>& g) {
  std::vector<Place> places(static_cast<std::size_t>(g.size()), Place::free);
  std::size_t fewest = places.size() + 1;
  int attempts = 3;  // steps that may misplace more numbers; then only one changes at a time
  DynamicVector<T> w;
  for (std::size_t step = 0; step < 100 + 10 * places.size(); ++step) {
    w = placed<T>(Q, g, places);
    std::vector<std::size_t> wrong = misplaced<T>(Q, g, w, places);
    if (wrong.empty()) break;
    if (wrong.size() < fewest)
      fewest = wrong.size(), attempts = 3;
    else if (attempts-- <= 0)
      wrong = {wrong.back()};
    for (const std::size_t i : wrong)
      places[i] = places[i] != Place::free                 ? Place::free
                  : w[static_cast<Eigen::Index>(i)] < T(0) ? Place::low
                                                           : Place::high;
  }
  for (T& w_i : w)
    w_i = w_i < T(0) ? T(0) : w_i > T(1) ? T(1) : w_i;
  return w;
}
/// The solution for the values, bounded for every solver that the header names.
template <>
DynamicVector<Tracked> least_in_box(const SparseMatrix<Tracked>& Q, const DynamicVector<Tracked>& g);

}  // namespace bindpose
