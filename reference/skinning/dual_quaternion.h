// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: dual quaternion skinning - the joints' rigid motions are blended to one rigid motion a vertex.
//
// Formula. M_j as a unit dual quaternion: real part q_j, dual part d_j = (t_j, 0) q_j / 2.
//   b_q = sum_i s_i w_i q_i,   b_d = sum_i s_i w_i d_i
//   r = b_q / |b_q|,   d = b_d / |b_q|
//   x' = r(x_s) + 2 vec(d r*),   n' = normalize(r(n_s)),   t' = normalize(r(t_s))
// The signs s_i bring the quaternions onto one half of the sphere; by policy `pivot`:
//   first-influence   s_i = sign of q_i . q_1, q_1 of the first influence as listed that pulls
//   largest-weight    against the influence with the largest weight, the first of equals
//   first-slot        against slot 0's joint, even if its weight is 0
//   running-sum       against the sum of the influences before
// Two phases, where joints also scale and shear, M_j = (R_j S_j | t_j) with S_j in "palette_stretches":
//   B = sum_i w_i S_i,   x_s = B x,   n_s = sign(det B) cof(B) n,   t_s = B t
// and then the rigid motion as above. Without that array x_s = x, n_s = n, t_s = t.
// The formulations are one result computed in different ways:
//   quaternion   r(x) = x + 2 (w (u x x) + u x (u x x)), u the vector part of r
//   matrix       the rotation matrix of r, times x
//
// Source. L. Kavan, S. Collins, J. Zara, C. O'Sullivan, Skinning with dual quaternions, Symposium on
// Interactive 3D Graphics and Games 2007; the same, Geometric skinning with approximate dual quaternion
// blending, ACM Transactions on Graphics 27(4), 2008, algorithm 1 and two-phase skinning. Deviation: the
// pivot is the first influence whose weight is not 0, so that a joint without weight has no say.
//
// Symbols.
//   x, n, t        position [3] metres, normal [3] unit, tangent [3] unit, in mesh space; the tangent's
//                  handedness passes through
//   w_i            weight of influence i, at least 0
//   q_j, t_j       M_j's rotation, a unit quaternion (x, y, z, w), and translation, metres: mesh_from_mesh
//   S_j            array "palette_stretches" [J, 3, 3], in mesh space before the rotation, of any symmetry
//   r*, vec        conjugate, the vector part of a quaternion
//
// Requires. At least one influence slot a vertex (COUNT_MISMATCH), joints within the palette (INDEX_RANGE),
// finite weights of at least 0 (NOT_FINITE, NEGATIVE_WEIGHT), finite rest attributes (NOT_FINITE), rigid
// motions: unit quaternions (NOT_UNIT), finite numbers (NOT_FINITE), local scales of exactly 1
// (SCALE_NOT_ONE). Scale is given as S_j, at either level, and never decomposed out of matrices: a stretch a
// joint (ARRAY_SHAPE), finite where a vertex pulls on it (NOT_FINITE).
//
// Degenerate. Weights of any sum give the same rigid motion, b_q's length divides them out; B is not divided,
// so weights that sum to 0.98 shrink by stretches of 1, too. A vertex that nothing pulls on has no answer
// (NO_INFLUENCE). A weight of 0 contributes nothing, even beside a joint that holds no numbers. q_j and -q_j
// are the same motion and give the same surface. Rotations 180 degrees apart from the pivot's (dot product 0)
// may be blended either way: s_i is +1, an evaluation whose product rounds below 0 takes the other way, and
// both are right; where a vertex has several such influences nothing is judged. The blend cannot cancel when
// the pivot pulls, b_q . q_1 >= w_1; against slot 0 of weight 0 it can, and has no answer then (ZERO_BLEND).
// A singular B leaves no normal (SINGULAR_BLEND), one that flattens the tangent no tangent (ZERO_TANGENT). A
// mirroring B keeps the normal outward; mirrors within R_j are no rotations and refused. The normal is
// turned, not carried by the derivative of x'; the tangent likewise.
#pragma once

#include <vector>

#include "reference/model/rig.h"
#include "reference/model/surface.h"
#include "reference/skinning/shared/rigid_palette.h"
#include "reference/skinning/shared/sign_pivot.h"

namespace bindpose::skinning {

enum class Turning { by_quaternion, by_matrix };

/// Skins a mesh that validate() accepts. palette: M_j [#joints]; stretches: S_j [#joints], or empty.
template <class T>
Surface<T> dual_quaternion(const Mesh& mesh, const Influences& influences,
                           const std::vector<Rigid<T>>& palette, const std::vector<Mat3<T>>& stretches = {},
                           SignPivot pivot = SignPivot::first_influence,
                           Turning turning = Turning::by_quaternion);

}  // namespace bindpose::skinning
