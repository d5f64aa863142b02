// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: bound on fitted weights (reference/examples/multi_weight_fit.h) in float32, by any solver.
//
// Formula. A backward stable solver returns w' = T(D + E) (b + g), T the pseudo-inverse by the singular values that count, with
//
//   |E|_F <= e = |errors of D|_F + c u |D|_F,      |g| <= f = |errors of b| + c u |b|,      c = n (n + P + 106)
//
// for n unknowns and P examples. Jacobi, one-sided or two-sided: n - 1 rounds of rotations of disjoint pairs of
// columns, six sweeps of them that rotate by more than roundoff, 15 u a round (reference/numeric/conditioned.h):
// 90 n u, and 16 n u for the sweeps after those. Householder's bidiagonalisation: n reflections from either side,
// each off by twice its length and 8: n (n + P + 16) u; the iteration after it rotates neighbouring columns only,
// 2 n sweeps of 30 u. Not covered: eigenvalues of D^T D, which lose twice the digits.
//
// With s_1 >= .. >= s_t the singular values that count, d the next one (0: none) and r = |b - D w|, the derivative
// of T by divided differences of 1 / s^2, cut off between s_t and d, gives:
//
//   dw    along what counts      e |w| / s_t + e r / (s_t (s_t - d)) + f / s_t
//         along what is cut      e |w| / (s_t - d)                             where n > t
//   d D w                        e |w| s_t / (s_t - d) + e r / (s_t - d) + f
//
// because every entry of the couplings, (s_k E_mk + s_m E_km) / (s_k^2 - s_m^2), is at most |(E_mk, E_km)| / (s_k -
// s_m), and their squares sum up to e^2 / (s_t - d)^2. To hold beyond first order, the same is required of every
// matrix D + x E, x from 0 to 1:
//
//   s = s_t - e,      q = s_t - d - 2 e,      R = r + f + (|b| + f) e / q          of r: the projector rotates by
//   at most e / q
//   a = e / s + e / q,      |w' - w| <= h = (a |w| + f / s + e R / (s q)) / (1 - a)          (Gronwall: exp(a) - 1
//   <= a / (1 - a))
//   |D w' - D w| <= e W s / q + e R / q + f + e W,      W = |w| + h
//
// if P > t or n > t; otherwise q is s. Storing w' costs (n + P + 8) u W, and D w' in float32 (n + 1) u |row of D|
// W. The fitted values are known far better than the weights.
// Whether a singular value counts is a comparison of tracked numbers, s_k known up to e. If float32 leaves two of
// them open in one system, or a reaches 1/2, the bound is infinite.
//
// Source. P.-A. Wedin, Perturbation theory for pseudo-inverses, BIT 13, 1973; P. C. Hansen, The truncated SVD as a
// method for regularization, BIT 27, 1987 (the gap in the place of s_t); N. J. Higham, Accuracy and Stability of
// Numerical Algorithms, 2nd ed. 2002, section 19.3.
#pragma once

#include "reference/examples/multi_weight_fit.h"

namespace bindpose::examples {

template <>
MultiWeightFit<Tracked> multi_weight_fit(const DynamicMatrix<Tracked>& D, const DynamicVector<Tracked>& b,
                                         const Tracked& fraction);

}  // namespace bindpose::examples
