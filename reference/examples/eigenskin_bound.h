// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: bound on a truncated singular value decomposition (reference/examples/eigenskin.h) in float32, by any
// solver.
// Singular vectors are unique up to sign, or up to a rotation if their singular values are equal; D_r is unique.
//
// Formula. D has m rows and n columns. A backward stable solver decomposes D' = D + E,
//
//   |E|_F <= e = |errors of D|_F + f,      row i of E: |E_i| <= e_i = |errors of D_i| + f,      f = c u (|D|_F +
//   |errors of D|_F)
//   c = n (n + 2 m + 108) + 8
//
// n (n + m + 106) is what the decomposition costs (reference/examples/multi_weight_fit_bound.h). A solver that has
// only the vectors U computes u_b . d_k,
// off by m u |d_k|, and adds r of them times a row of U, whose length is at most 1: n m u |D'|_F and (n + 1) u
// |D'|_F. A solver that has V adds fewer terms.
// Not covered: eigenvalues of D^T D in float32, which lose twice the digits.
//
// Every singular value moves by at most e (Weyl), and so does the length of any number of them (Mirsky). With A =
// |s| and q the part of A that is kept (eta = q^2) or cut (eta = 1 - q^2):   |dq| <= t = e (1 + q) / (A - e),
// |deta| <= t (2 q + t), the smaller one, never above 1.
//
// D_r = D P with P the projector on the right singular vectors v_1 .. v_r. The sine of the largest angle between P and
// the projector of D' is at most (Wedin, with the gap s_r - s_(r+1) narrowed by e at one end)
//
//   p = e / (s_r - s_(r+1) - e), never above 1,      0 if r = n: nothing is cut
//
// and D' P' - D P = E P' + D (P' - P), so that an entry of row i is off by at most e_i + |D_i| p. If the gap is
// small, the cut part may also be small: D'_r differs from D' by at most s_(r+1) + e, D by e_i, hence
//
//   |D'_r - D_r|_ik <= e_i + min(|D_i| p, s_(r+1) + e + |D - D_r|_ik)
//
// which is never infinite. If r = 0, D_r = 0.
//
// Source. P.-A. Wedin, Perturbation bounds in connection with singular value decomposition, BIT 12, 1972; L.
// Mirsky, Symmetric gauge functions and unitarily invariant norms, 1960; G. W. Stewart, J. Sun, Matrix
// Perturbation Theory, 1990, section V.4.
#pragma once

#include "reference/examples/eigenskin.h"

namespace bindpose::examples {

template <>
Truncated<Tracked> truncated(const DynamicMatrix<Tracked>& D, std::size_t r);

}  // namespace bindpose::examples
