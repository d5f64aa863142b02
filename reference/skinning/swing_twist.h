// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: swing-twist deformers - how a child turns against its parent is split into a swing, which the weights
// blend, and a twist about the bone, which is spread along it on its own.
//
// Formula. For a vertex of a parent i and its child j, whose bone begins at c:
//   Q = q_i* q_j, of the two signs that with Q_w >= 0
//   Q = S K,   K = (d p, Q_w) / sqrt(p^2 + Q_w^2),   p = d . Q_xyz             twist first, then swing
//   alpha = 2 atan2(p, Q_w), the twist's angle, -pi .. pi
//   q = q_i S^w K^e,   S^w = slerp(1, S, w),   K^e = (d sin(e alpha / 2), cos(e alpha / 2))
//   x' = q(x - c) + M_j c,   n' = normalize(q(n)),   t' = normalize(q(t))
// The handedness passes through. S turns about an axis at right angles to d, so twist is exactly what the
// child does about its own bone, and S is the shortest rotation that takes d where Q takes it. S = 1 leaves a
// spread twist, K = 1 a blend of two rotations about a shared point.
// A vertex that one joint j alone pulls on is swung with it wholly (S^1). Its twist is spread if the question
// has "endpoint_weights": with i the parent of j, whether it pulls or not. Without that array, and under
// a joint without parent, it is M_j x, stitching.
// The formulations are those of slerp, one result.
//
// Source. L. Kavan, O. Sorkine, Elasticity-inspired deformers for character articulation, ACM Transactions on
// Graphics 31(6), 2012, the joint-based deformers of swing and twist. Deviations: the paper optimises the
// weights of both and blends several joints; here both are given and at most one joint bends at a vertex.
// The order S K (not K' S), the pivot c and the short way round are ours to state.
//
// Symbols.
//   x, n, t   position [3] metres, normal [3] unit, tangent [3] unit, in mesh space
//   M_i, M_j  rigid motions, world_from_mesh: unit quaternions q_i, q_j and translations; arrays
//             "palette_rotations" [J, 4], "palette_translations" [J, 3]
//   i, j      parent and child, by array "parents" [J]
//   w         the child's weight, 0 .. 1, as given; the parent's says only that it pulls
//   e         how much of the twist the vertex takes: of array "endpoint_weights" [V, K] (optional) the
//             number in the child's slot, used as given, also outside 0 .. 1; without the array e = w
//   c         the child's head, where parent and child meet, at bind time; array "bone_heads" [J, 3]
//   d         unit direction from the child's head to its tail at bind time; array "bone_tails" [J, 3]
//   Q_xyz     vector part of Q, Q_w its real part; * conjugate
//
// Requires. As linear blending, with rigid motions (NOT_UNIT). At most two joints that pull on a vertex, one
// the other's parent (NOT_APPLICABLE with the vertex); slots of one joint count as one, with the sum of their
// weights and the endpoint weight of the first. A child's weight of at most 1 (PARAMETER_RANGE). A parent a
// joint (COUNT_MISMATCH), without cycles (CYCLE). Where a twist is spread: finite bones and endpoint weights
// (NOT_FINITE), a child's bone at least 2^-62 m long (ZERO_BONE).
//
// Degenerate. A weight of 0 contributes nothing, whatever its joint, bone or endpoint weight holds. No
// influence leaves no answer (NO_INFLUENCE). Weights that do not sum to 1 are used as w says. Quaternions of
// either sign are the same motion. A twist of 180 degrees (Q_w = 0) can be spread either way round, and both
// are right. A swing of 180 degrees (p = Q_w = 0) has no axis and leaves no twist: the row is zero and noted
// as undefined (SWING_HALF_TURN). Normals of length zero stay so (ZERO_NORMAL, ZERO_TANGENT). Where child and
// parent are apart at c (a child that moved against its parent), the child's place counts.
#pragma once

#include <optional>
#include <vector>

#include "reference/animation/slerp.h"
#include "reference/model/rig.h"
#include "reference/model/surface.h"
#include "reference/numeric/rigid.h"
#include "reference/skinning/shared/bones.h"

namespace bindpose::skinning {

/// palette: M_j [#joints], bones and parents alike. endpoint_weights: e [#vertices * width], or none. The
/// mesh and its influences are valid. Returns a surface with the attributes that the mesh has.
template <class T>
Expected<Surface<T>> swing_twist(const Mesh& mesh, const Influences& influences,
                                 const std::vector<bindpose::Rigid<T>>& palette,
                                 const std::vector<int>& parents, const std::vector<Bone<T>>& bones,
                                 const std::optional<std::vector<T>>& endpoint_weights,
                                 animation::AngleForm form);

}  // namespace bindpose::skinning
