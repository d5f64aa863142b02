// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how well float32 knows an equilibrium (reference/face/anatomical.h), whatever solver finds it.
//
// Formula. x solves g(x) = 0 for the values of the question's data, H = g'(x). A solver stops where it cannot tell its gradient from 0: its x'
// is stored in float32, and what it computes there is off by rounding and by what is uncertain about its data. g of tracked numbers at x, every
// coordinate known up to u |x|, bounds all of that:
//
//   |g(x')|_k <= e_k = error of g_k + 1e-10 S,      w = |H^-1| e
//
// Let D bound |g'(y) - H|, number by number, for all y with |y - x| <= 2 w: the error of H of tracked numbers, every coordinate known up to
// u |x| + 2 w. By the mean value theorem, H (x' - x) = g(x') - (g'(y) - H)(x' - x), so with the largest |x' - x|_k / w_k = t <= 2
//
//   t <= 1 + eta t,      eta = max_k (|H^-1| D w)_k / w_k,      |x' - x|_k <= w_k / (1 - eta)      where eta <= 1/2
//
// and x is the only equilibrium of that box. Where eta is larger nothing is said: the bound is infinite. Storing x' costs u |x'| once more.
//
// Source. L. V. Kantorovich, G. P. Akilov, Functional Analysis, 2nd ed. 1982, chapter XVIII; N. J. Higham, Accuracy and Stability of Numerical
// Algorithms, 2nd ed. 2002, section 25.2 (limiting accuracy of Newton's method).
#pragma once

#include "reference/face/anatomical.h"
#include "reference/face/shared/tissue_bound.h"

namespace bindpose::face {

template <>
Expected<void> settle(const Tissue<Tracked>& tissue, Points<Tracked>& x);

}  // namespace bindpose::face
