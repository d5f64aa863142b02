// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Anatomical face: the kernel. The page is reference/face/anatomical.md; the energies of springs, fibres,
// contacts and prisms are in reference/face/shared/tissue.h.
#pragma once

#include <algorithm>

#include "reference/face/linear_muscle.h"
#include "reference/face/shared/tissue.h"
#include "reference/numeric/cholesky.h"

namespace bindpose::face {

/// f, by Waters' fall-off at rest.
template <class T>
T pull_of(const LinearMuscle<T>& muscle, const Vec3<T>& X) {
  return stored(norm_of(linear_muscle(muscle, X, HalfAngle::root).d));
}

/// max |g_k|
template <class T>
double residual_of(const DynamicVector<T>& g) {
  double largest = 0;
  for (Eigen::Index k = 0; k < g.size(); ++k)
    if (const double size = std::fabs(to_double(g[k])); !(size <= largest)) largest = size;
  return largest;
}

/// (H + lambda I) p = -g, lambda the first of 0, m, 2 m, 4 m ... that makes it positive definite; m = 2^-10 max |H_kk|.
template <class T>
DynamicVector<T> descent(const Balance<T>& at) {
  const T m = T(0x1p-10 * residual_of<T>(at.H.diagonal()));
  T lambda(0);
  for (int i = 0; i < 40; ++i, lambda = i == 1 ? m : T(T(2) * lambda)) {
    DynamicMatrix<T> A = at.H;
    for (Eigen::Index k = 0; k < A.rows(); ++k)
      A(k, k) += lambda;
    if (const auto p = solved_positive<T>(A, -at.g)) return *p;
  }
  return -at.g;
}

/// s, the first of 1, 1/2, 1/4 ... at which no node is inside the skull and p . g is at most |p . g| at x.
template <class T>
T step_length(const Tissue<T>& tissue, const Points<T>& x, const DynamicVector<T>& g,
              const DynamicVector<T>& p) {
  using std::abs;
  T s(1);
  for (int halved = 0; halved < 40; ++halved, s /= T(2)) {
    const Points<T> y = moved(tissue, x, s, p);
    if (first_inside(tissue, y) == x.size() && p.dot(balance(tissue, y).g) <= abs(T(p.dot(g)))) break;
  }
  return s;
}

/// Moves x to the equilibrium: until |g| <= 1e-10 S, then three more full steps. True if H stayed positive definite.
/// Errors PENETRATION, UNSTABLE, NO_CONVERGENCE.
template <class T>
Expected<bool> settle(const Tissue<T>& tissue, Points<T>& x) {
  const double noise = 0x1p10 * to_double(T(std::numeric_limits<T>::epsilon()));
  if (const std::size_t v = first_inside(tissue, x); v < x.size())
    return fail("PENETRATION", "positions[" + std::to_string(v) + "]", "its joint moves it into the skull");
  bool is_convex = true;
  for (int step = 0, whole = 0; step < 200; ++step) {
    const Balance<T> at = balance(tissue, x);
    const bool is_still = residual_of(at.g) <= std::max(1e-10, noise) * tissue.S;
    const bool is_positive = solved_positive<T>(at.H, at.g).has_value();
    if (is_still && !is_positive)
      return fail("UNSTABLE", {}, "forces balance, but the slightest push moves the tissue elsewhere");
    const DynamicVector<T> p = descent(at);
    x = moved(tissue, x, is_still ? T(1) : step_length(tissue, x, at.g, p), p);
    if (is_still && ++whole == 3) return is_convex;
    is_convex = is_convex && is_positive;
  }
  return fail("NO_CONVERGENCE", {}, "no equilibrium within 200 steps");
}

}  // namespace bindpose::face
