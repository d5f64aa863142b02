// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: direct delta mush - delta mush without smoothing at run time: each vertex follows the rigid motion
// that fits its skinned neighbourhood best, found from moments computed once.
//
// Formula. With Omega_j the vertex's moments for joint j (ddm.omegas), a symmetric 4 by 4 matrix of blocks
//   Omega_j = | P_j  p_j |   P_j [3, 3], p_j [3], o_j one number
//             | p_j^T o_j |
//   Q = sum_j C_j P_j + t_j p_j^T    sum of B w (skinned position) (rest position)^T over the neighbourhood
//   q = sum_j C_j p_j + t_j o_j      its skinned centre
//   p = sum_j p_j                    its centre at rest
//   A = Q - q p^T                    the covariance
//   R = argmax over rotations of trace(R^T A) = U diag(1, 1, det(U V^T)) V^T,  A = U S V^T
//   x' = R x + (q - R p)
//   n' = normalize(R n),  t' = normalize(R t); the handedness passes through unchanged.
// R is a proper rotation also where A mirrors. How R is found is free; the reference takes the eigenvector of
// reference/core/polar.h.
//
// Source. B. Le, J. P. Lewis, Direct Delta Mush Skinning and Variants, ACM Transactions on Graphics 38, 2019,
// section 3 (variant 0, the exact form by singular value decomposition). Deviations: those of ddm.omegas; the
// sign of the determinant is put right, which the paper's U V^T leaves to the data.
//
// Symbols.
//   x, n, t   position [3] metres, normal [3] unit, tangent [3] unit, in mesh space
//   M_j       skinning matrix of joint j: C_j its linear part [3, 3], t_j its translation [3]
//   joints    [V, K] the joints of each slot;   omegas [V, K, 10] their moments, the upper triangle row by
//   row,
//             xx xy xz x yy yz y zz z 1; they take the place of weights, which are not read
//   s_1 >= s_2 >= |s_3|   the singular values of A, s_3 with the sign of det A
//
// Requires. At least one slot a vertex (COUNT_MISMATCH), joints within the palette (INDEX_RANGE), finite rest
// attributes and moments (NOT_FINITE), last moments of at least 0 (NEGATIVE_WEIGHT), an array of moments
// (ARRAY_MISSING, ARRAY_SHAPE).
//
// Degenerate. A slot whose last moment is 0 contributes nothing, even beside a joint that holds infinities or
// NaN; a vertex of such slots only has no answer (NO_INFLUENCES). The moments are used as given: where the
// last ones do not sum to 1, q and p are scaled with them. Where s_2 + s_3 is at most 2^-40 of |Q| + |q| |p|
// - an unsmoothed or isolated vertex, a neighbourhood on a line - every rotation about some axis fits as
// well: normal and tangent are undefined (ROTATION_UNDETERMINED), and x' is judged as far as it is the same
// for all rotations; without smoothing x = p and x' is that of linear blend skinning. Directions that vanish
// are undefined (ZERO_NORMAL, ZERO_TANGENT). Far from the origin the covariance cancels: the bound says how
// much of R is left in float32.
#pragma once

#include <vector>

#include "reference/model/rig.h"
#include "reference/model/surface.h"
#include "reference/surface/shared/laplacian.h"

namespace bindpose::surface {

/// influences: joints; the weights are not read. palette: M_j [#joints]. omegas [#vertices * width * 10].
template <class T>
Expected<Surface<T>> direct_delta_mush(const Mesh& mesh, const Influences& influences,
                                       const std::vector<Affine<T>>& palette,
                                       const std::vector<double>& omegas);

/// A linear blend question with "triangles", at either level, as one for direct delta mush: moments for
/// weights, triangles left out.
Expected<ArraySet> with_omegas(const Expected<ArraySet>& question, const Smoothing& smoothing,
                               LaplacianWeights weights);

}  // namespace bindpose::surface
