// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: bones blending - between two neighbouring joints a vertex turns about the pivot that they share, by a
// part of the rotation from the parent to the child.
//
// Formula. i the parent, j the child, w the child's weight, c the bind position of the child:
//   x'   = R(w)(x - c) + c',   c' = C_j c + t_j,   R(w) = C_i exp(w log(C_i^T C_j))
//   n'   = normalize(R(w) n),  t' = normalize(R(w) t); the handedness passes through unchanged
// The formulations are one rotation computed in two ways:
//   axis-angle   log by the axis and the angle of C_i^T C_j, exp by those times w; here with quaternions
//   slerp        slerp(q_i, q_j, w) on the short arc, as in interp.slerp; for 0 <= w <= 1
//
// Source. L. Kavan, J. Zara, Real time skin deformation with bones blending, WSCG 2003, short papers;
// V. Houska, Animation on the GPU, Charles University 2005, section 4.2.2. Deviation: the pivot is carried by
// the child alone, so that a child which moves against its parent takes the joint along.
//
// Symbols.
//   x, n, t          position [3] metres, normal [3] unit, tangent [3] unit, in mesh space
//   M_j = (C_j, t_j)  the joint's motion since bind time, C_j the rotation of the unit quaternion q_j (x, y,
//   z, w)
//   c                "bind_positions" [J, 3], where the joints are at bind time, mesh space, metres
//   parents          "parents" [J] integers, -1 for a root
//
// Requires. Motions that are rotations and translations (NOT_UNIT; at pose level SCALE_NOT_ONE); finite
// places of the joints that pull (NOT_FINITE), parents that exist and form no cycle (INDEX_RANGE, CYCLE). A
// vertex has one joint that pulls, or two of which one is the other's parent: else NOT_PARENT_AND_CHILD with
// the vertex. The slerp formulation asks for w <= 1 (NOT_APPLICABLE).
//
// Degenerate. A weight of 0 contributes nothing, whatever its joint holds. Where no weight is positive there
// is no answer (NO_INFLUENCE); one joint alone carries the vertex as stitching does, whatever its weight. Of
// two weights only the child's counts, as given: the parent's is not read, so a sum other than 1 bends the
// vertex as far as w says, and w > 1 beyond the child. q and -q are the same rotation. Joints half a turn
// apart have two short arcs, and both are right. An angle of 0 gives C_i. The angle is taken from sine and
// cosine; by an arccosine the axis-angle form loses half of a small angle's digits, which the bound does not
// cover. A zero normal has no direction (ZERO_NORMAL, ZERO_TANGENT): the row is zero, and noted.
#pragma once

#include <vector>

#include "reference/skinning/shared/pivots.h"

namespace bindpose::skinning {

enum class ArcForm { axis_angle, slerp };

/// palette: M_j [#joints]. mesh, influences and places are valid (rigid_entry.h, pivots.h).
template <class T>
Expected<Surface<T>> bones_blending(const Mesh& mesh, const Influences& influences,
                                    const std::vector<Rigid<T>>& palette, const JointPlaces& places,
                                    ArcForm form = ArcForm::axis_angle);

}  // namespace bindpose::skinning
