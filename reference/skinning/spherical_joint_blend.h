// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: spherical joint blending - a vertex turns about the one point in which its joints meet, by their
// blended quaternion.
//
// Formula.
//   q  = b / |b|,   b = sum_i w_i s_i q_i,   s_i = -1 where q_i . q_lead < 0, else +1
//   x' = q(x - c) + c',   c' = q_p(c) + t_p
//   n' = normalize(q(n)),   t' = normalize(q(t)); the handedness passes through unchanged
// The lead is the influencing joint nearest to the root; the pivot p is the influencing joint other than the
// parent, or the only one.
//
// Source. J. Hejl, Hardware skinning with quaternions, Game Programming Gems 4, 2004; V. Houska, Animation on
// the GPU, Charles University 2005, section 5.2. Deviations: the sources leave open which quaternion decides
// the signs and what becomes of a vertex whose joints do not meet; both are settled here.
//
// Symbols.
//   x, n, t        position [3] metres, normal [3] unit, tangent [3] unit, in mesh space
//   M_j = (q_j, t_j)  the joint's motion since bind time: unit quaternion (x, y, z, w), translation [3]
//   metres c_j            "bind_positions" [J, 3], where joint j is at bind time, mesh space, metres; c = c_p
//   parents        "parents" [J] integers, -1 for a root
//   w_i            weights, used as given
//
// Requires. Motions that are rotations and translations (NOT_UNIT; at pose level SCALE_NOT_ONE); finite
// places of the joints that pull (NOT_FINITE), parents that exist and form no cycle (INDEX_RANGE, CYCLE). All
// influences of a vertex meet in one point: a joint and any of its children, the children within 2^-16 of
// their largest coordinate in one place at bind time, or such children without their parent; else
// NO_COMMON_PIVOT with the vertex. Roots have no common parent and do not meet.
//
// Degenerate. A weight of 0 contributes nothing, whatever its joint holds. Where no weight is positive there
// is no answer (NO_INFLUENCE); one joint alone carries the vertex as stitching does. Only the ratios of the
// weights count, so a sum other than 1 changes nothing. q_i and -q_i are the same. Of equally near joints the
// first listed leads, of several children the first listed is the pivot: while the pose holds them together
// that choice makes no difference, children that are moved apart part from the surface. Two rotations half a
// turn apart leave the sign open, and either is right; a vertex on which more than one sign is open is not
// judged. b cannot cancel, because the lead pulls; only weights too small to be squared leave |b| = 0
// (ZERO_BLEND). A zero normal has no direction (ZERO_NORMAL, ZERO_TANGENT). The row is zero then, and noted.
#pragma once

#include <vector>

#include "reference/skinning/shared/pivots.h"

namespace bindpose::skinning {

/// palette: M_j [#joints]. mesh, influences and places are valid (rigid_entry.h, pivots.h).
template <class T>
Expected<Surface<T>> spherical_joint_blend(const Mesh& mesh, const Influences& influences,
                                           const std::vector<Rigid<T>>& palette, const JointPlaces& places);

}  // namespace bindpose::skinning
