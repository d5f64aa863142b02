// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: spherical blend skinning - a vertex turns by its joints' blended quaternion about the point on which
// their motions agree best.
//
// Formula.
//   q  = b / |b|,   b = sum_i w_i s_i q_i,   s_i = -1 where q_i . q_lead < 0, else +1
//   r  = m + A+ b',  the rows of A being C_i - C_j, those of b' M_j m - M_i m, over all pairs i < j
//   x' = q(x - r) + sum_i w_i M_i r
//   n' = normalize(q(n)),   t' = normalize(q(t)); the handedness passes through unchanged
// The lead is the influencing joint nearest to the root, m the mean bind position of the influencing joints,
// A+ the pseudo-inverse: of all r for which the motions M_i r differ least, the one nearest to m.
//
// Source. L. Kavan, J. Zara, Spherical blend skinning: a real-time deformation of articulated models, I3D
// 2005, sections 3 and 4. Deviations: the pseudo-inverse is taken about m, where the paper takes it about the
// origin, so that the surface does not depend on where the origin is; the lead is settled as above.
//
// Symbols.
//   x, n, t          position [3] metres, normal [3] unit, tangent [3] unit, in mesh space
//   M_i = (q_i, t_i)  the joint's motion since bind time: unit quaternion (x, y, z, w), translation [3]
//   metres; C_i its rotation matrix
//   c_j              "bind_positions" [J, 3], where joint j is at bind time, mesh space, metres
//   parents          "parents" [J] integers, -1 for a root
//   w_i              weights, used as given
//
// Requires. Motions that are rotations and translations (NOT_UNIT; at pose level SCALE_NOT_ONE); finite
// places of the joints that pull (NOT_FINITE), parents that exist and form no cycle (INDEX_RANGE, CYCLE). Any
// number of joints, wherever they are.
//
// Degenerate. Singular values of A below 1/64 of the largest count as 0, and all do where the largest is
// below 2^-8: joints turned alike within a quarter of a degree have r = m. Two joints share an axis, on which
// r is the point nearest to m; joints that turn alike about one axis have one, too. All pairs count the same,
// whatever their weights, so a joint whose weight reaches 0 leaves at once. A weight of 0 contributes
// nothing, whatever its joint holds; a joint listed twice makes no pair with itself. Where no weight is
// positive there is no answer (NO_INFLUENCE). The rotation takes the weights' ratios, but a sum of weights
// other than 1 scales the moved centre towards the origin, as in linear blend skinning. q_i and -q_i are the
// same; half a turn apart either sign is right, and a vertex with several open comparisons is not judged. b
// cannot cancel, because the lead pulls; only weights too small to be squared leave |b| = 0 (ZERO_BLEND). A
// zero normal has no direction (ZERO_NORMAL, ZERO_TANGENT). The row is zero then, and noted. The bound covers
// every solver that is backward stable for the normal equations (A^T A changed by at most 64 units of
// roundoff of |A|^2), and so those by orthogonalisation and singular values.
#pragma once

#include <vector>

#include "reference/skinning/shared/pivots.h"

namespace bindpose::skinning {

/// palette: M_j [#joints]. mesh, influences and places are valid (rigid_entry.h, pivots.h).
template <class T>
Surface<T> spherical_blend(const Mesh& mesh, const Influences& influences,
                           const std::vector<Rigid<T>>& palette, const JointPlaces& places);

}  // namespace bindpose::skinning
