// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: bound on an equilibrium (reference/face/anatomical.h) in float32, by any solver.
//
// Formula. x solves g(x) = 0 for the values of the input's data, H = g'(x). A solver stops if its gradient is
// below the effect of rounding x' to float32, |H| u |x|. The gradient has the error of g of tracked numbers at x:
// rounding, and the uncertainty of the data and of points of the skull. So its gradient is at most
//
//   e = error of g + |H| u |x| + 1e-10 S,      number by number
//
// From here on all sizes are Euclidean lengths per node: e; N, the lengths of the blocks of H^-1; and with w = N e
//
//   D = 1/2 the change of H (reference/face/shared/tissue_bound.h) while free nodes move by 2 w + the error of H
//   of tracked numbers at x
//
// By the mean value theorem H (x' - x) = g(x') - (H_m - H)(x' - x), H_m the mean of g' between x and x', and |H_m
// - H| <= D while |x' - x| <= 2 w; half the change, because the change grows at least in proportion. With t the largest
// |x' - x| / w, t <= 2:
//
//   t <= 1 + eta t,      eta = max (N D w) / w,      |x' - x| <= delta = w / (1 - eta)      where eta <= 1/2
//
// and x is the only equilibrium of that box. If eta is larger, the bound is infinite. It is also infinite if H is
// not positive definite somewhere on the way: from there several minima can be reached, and rounded steps may end
// in another one than exact steps. Storing x' costs u |x| once more.
//
// A volume q has a smaller error than its nodes. With v = grad q and y = H^-1 v, v . (x' - x) = y . H (x' - x),
// hence
//
//   |q(x') - q(x)| <= |y| . (e + D delta) + |v| . (u |x|, errors of the skull's points) + dG . rho + rounding
//
// rho is how far each of its nodes moves; dG . rho has the terms of second and third order (tissue_bound.h).
//
// Source. L. V. Kantorovich, G. P. Akilov, Functional Analysis, 2nd ed. 1982, chapter XVIII; N. J. Higham,
// Accuracy and Stability of Numerical Algorithms, 2nd ed. 2002, section 25.2 (limiting accuracy of Newton's
// method).
#pragma once

#include "reference/face/anatomical.h"
#include "reference/face/shared/tissue_bound.h"

namespace bindpose::face {

template <>
Expected<bool> settle(const Tissue<Tracked>& tissue, Points<Tracked>& x);

/// x: the result of settle().
template <>
std::vector<Tracked> volumes_of(const Tissue<Tracked>& tissue, const Points<Tracked>& x);

}  // namespace bindpose::face
