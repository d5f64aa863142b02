// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: skinning about optimised centres of rotation - a vertex turns by the blended quaternion about a
// centre of its own, and the centre moves as in linear blending.
//
// Formula.
//   q = b / |b|,  b = sum_i s_i w_i q_i
//   x' = q(x - p) + sum_i w_i (q_i(p) + t_i)
//   n' = normalize(q(n)),  t' = normalize(q(t)); the handedness passes through unchanged.
// The signs s_i bring the quaternions onto one half of the sphere; by policy `pivot`:
//   first-influence   s_i = sign of q_i . q_1, q_1 of the first influence as listed that pulls
//   largest-weight    against the influence with the largest weight, the first of equals
//   first-slot        against slot 0's joint, even if its weight is 0
//   running-sum       against the sum of the influences before
// A vertex without a centre is blended linearly:
//   x' = sum_i w_i (q_i(x) + t_i),  n' = normalize(sum_i w_i q_i(n)),  t' likewise
// The formulations are one result computed in different ways:
//   about-the-centre   as above
//   matrix             R x + T with T = sum_i w_i M_i p - R p, R the matrix of q
//
// Source. B. H. Le, J. K. Hodgins, Real-time skeletal skinning with optimized centers of rotation, ACM
// Transactions on Graphics 35(4), 2016, section 3 and the run-time algorithm. Deviation: they resolve signs
// against the running sum; here the first influence leads, as in dual quaternion skinning.
//
// Symbols.
//   x, n, t     position [3] metres, normal [3] unit, tangent [3] unit, in mesh space
//   w_i         weight of influence i, at least 0; used as given
//   q_i, t_i    rotation, a unit quaternion (x, y, z, w), and translation, metres, of M_i: mesh_from_mesh
//   p           centre: arrays "centres" [V, 3], metres, mesh space, and "has_centre" [V], 1 or 0; without
//               them it is computed from "triangles" as cor.centres does
//
// Requires. At least one influence slot a vertex (COUNT_MISMATCH), joints within the palette (INDEX_RANGE),
// finite weights of at least 0 (NOT_FINITE, NEGATIVE_WEIGHT), finite rest attributes and centres
// (NOT_FINITE), rigid motions: unit quaternions (NOT_UNIT), finite numbers (NOT_FINITE), local scales of
// exactly 1 (SCALE_NOT_ONE); a row of "centres" and a number of "has_centre" a vertex (ARRAY_SHAPE), or
// triangles within the mesh (ARRAY_MISSING, INDEX_RANGE).
//
// Degenerate. The row of "centres" is not read where has_centre is 0. With one influence the result does not
// depend on the centre. Weights that do not sum to 1 scale what is blended linearly, not the rotation. A
// vertex that nothing pulls on has no answer (NO_INFLUENCE). A weight of 0 contributes nothing, even beside a
// joint that holds no numbers. q_j and -q_j are the same motion. Rotations 180 degrees apart from the pivot's
// may be blended either way, and both are right; where a vertex has several such influences nothing is
// judged. The blend cannot cancel when the pivot pulls; against slot 0 of weight 0 it can (ZERO_BLEND).
// Linear blending can cancel a direction (ZERO_NORMAL, ZERO_TANGENT). Singular or mirrored matrices are no
// motions and refused.
#pragma once

#include <vector>

#include "reference/model/rig.h"
#include "reference/model/surface.h"
#include "reference/skinning/optimised_centres.h"
#include "reference/skinning/shared/sign_pivot.h"

namespace bindpose::skinning {

enum class TurnOrder { about_the_centre, matrix };

/// Skins a mesh that validate() accepts. palette: M_j [#joints]; centres: p and whether there is one, a
/// vertex.
template <class T>
Surface<T> centre_of_rotation(const Mesh& mesh, const Influences& influences,
                              const std::vector<Rigid<T>>& palette, const Centres<T>& centres,
                              SignPivot pivot = SignPivot::first_influence,
                              TurnOrder order = TurnOrder::about_the_centre);

}  // namespace bindpose::skinning
