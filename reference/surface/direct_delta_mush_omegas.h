// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what direct delta mush computes once for a rest mesh and its weights: for every vertex and joint the
// smoothed second moments of the neighbourhood.
//
// Formula. For vertex i and joint j
//   Omega_ij = sum_k B_ik w_kj u_k u_k^T,   u_k = (x_k, 1)
// B is the smoothing of delta mush, `iterations` times with the step l: B = ((1 - l) I + l A)^iterations, row
// v of A the weights c_vu / sum_u c_vu of v's neighbours,
//   laplacian = uniform     c_vu = 1
//   laplacian = cotangent   c_vu = sum over the triangles (v, u, p) of max(0, cot of the angle at p)
// and 1 for v itself where it has none. It is computed without B: the ten numbers w_kj u_k u_k^T of every
// vertex are smoothed as positions are.
//
// Source. B. Le, J. P. Lewis, Direct Delta Mush Skinning and Variants, ACM Transactions on Graphics 38, 2019,
// sections 3.1 to 3.3 (variant 0). Deviations: B is explicit smoothing as in delta mush, where the paper
// takes the implicit (I + l L)^-p; of the paper's two refinements, smoothed weights and the blend of
// translations, neither is applied (alpha = kappa = 0).
//
// Symbols.
//   x_k          rest position [3] metres, "positions" [V, 3]
//   w_kj         weight of joint j at vertex k: the sum of its slots, "joints" and "weights" [V, K]
//   J            "joint_count" [1] integer
//   triangles    [F, 3];   iterations   [1] integer, 0 .. 1000;   step   [1], 0 < l <= 1
//   Omega_ij     "omegas" [V, J, 10]: the upper triangle row by row, xx xy xz x yy yz y zz z 1; the last
//   number
//                is the smoothed weight of the joint
//
// Requires. At least one influence slot a vertex (COUNT_MISMATCH), joints below joint_count (INDEX_RANGE), a
// joint_count of 0 .. 1024 (PARAMETER_RANGE), finite weights of at least 0 (NOT_FINITE, NEGATIVE_WEIGHT),
// finite positions (NOT_FINITE); triangles of existing vertices (ARRAY_MISSING, INDEX_RANGE), iterations and
// step in range (PARAMETER_RANGE); for cotangents triangles with an area (DEGENERATE_TRIANGLE).
//
// Degenerate. A joint that no vertex in reach of i is bound to has ten zeros. A vertex without neighbours has
// its own moments, and so has every vertex after 0 iterations. Weights are used as given: the last numbers of
// a vertex sum to the smoothed sum of weights. Triangles that name a vertex twice are passed over.
#pragma once

#include <vector>

#include "reference/model/rig.h"
#include "reference/surface/shared/laplacian.h"

namespace bindpose::surface {

inline constexpr int moment_count = 10;
template <class T>
using Moments = Eigen::Matrix<T, moment_count, 1>;

/// Omega by joint, then by vertex [#joints][#vertices]. mesh: with its triangles.
template <class T>
Expected<std::vector<std::vector<Moments<T>>>> direct_delta_mush_omegas(const Mesh& mesh,
                                                                        const Influences& influences,
                                                                        std::size_t joint_count,
                                                                        const Smoothing& smoothing,
                                                                        LaplacianWeights weights);

/// What direct delta mush is given in place of weights: for every vertex the joints whose last number is not
/// 0 and their moments, rounded to float32, in slots for as many joints as the busiest vertex has; unused
/// slots name joint 0 and hold zeros.
struct OmegaSlots {
  std::size_t width = 0;
  std::vector<std::uint32_t> joints;  ///< [#vertices * width]
  std::vector<double> omegas;         ///< [#vertices * width * 10]
};
OmegaSlots omega_slots(const std::vector<std::vector<Moments<double>>>& omegas, std::size_t vertex_count);

}  // namespace bindpose::surface
