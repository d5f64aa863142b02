// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: log-matrix blending - the exponential of the weighted sum of the joints' logarithms.
//
// Formula.
//   M  = exp(sum_i w_i log M_i)
//   x' = M x,   n' = normalize(C n),   t' = normalize(C t), C the rotation of M; the handedness passes
//   through
// log is the principal logarithm of a rigid motion (rotation angle at most pi), the twist (2 h, nu), and exp
// its inverse. With q_i = (v, c) taken with c >= 0, x = |h|:
//   h  = atan2(|v|, c) / |v| v,   nu = t - h x t + D(x) / sinc(x) h x (h x t)
//   q  = (sinc(x) h, cos x),      t  = nu + sinc(x)^2 h x nu + 4 B(2 x) h x (h x nu)
//   D(x) = (sin x - x cos x) / x^3,   B(y) = (y - sin y) / y^3
// D and B by their power series where the differences cancel (here below arguments of 1).
//
// Source. M. Alexa, Linear combination of transformations, SIGGRAPH 2002, sections 3 and 4; F. Cordier,
// N. Magnenat-Thalmann, A data-driven approach for real-time clothes simulation, Computer Graphics Forum
// 24(2), 2005, section 3 (as a way of skinning). Deviations: closed forms for rigid motions instead of matrix
// logarithms by iteration.
//
// Symbols.
//   x, n, t          position [3] metres, normal [3] unit, tangent [3] unit, in mesh space (x is also |h|)
//   M_i = (q_i, t_i)  the joint's motion since bind time: unit quaternion (x, y, z, w), translation [3]
//   metres h, nu            half rotation vector [3] radians, translation of the twist [3] metres w_i
//   weights, used as given
//
// Requires. Motions that are rotations and translations (NOT_UNIT; at pose level SCALE_NOT_ONE).
//
// Degenerate. A weight of 0 contributes nothing, whatever its joint holds. Where no weight is positive there
// is no answer (NO_INFLUENCE). Weights whose sum is not 1 are used as given: one joint with the weight w
// makes the w'th part of its motion, and only a weight of 1 is stitching. q_i and -q_i are the same. A joint
// turned by exactly half a turn from its bind pose has two logarithms, and both are right; a vertex with
// several such joints is not judged. The method depends on where the bind pose is: moving the whole character
// by one more rotation does not move the result by it, unless all joints move alike; moving mesh and skeleton
// together, to another origin or frame, does. Joints that turn past half a turn against the bind pose jump.
// The differences need care below arguments of 1/2, and the angle comes from sine and cosine: the bound
// covers no evaluation that loses digits there. A zero normal has no direction (ZERO_NORMAL, ZERO_TANGENT):
// the row is zero, and noted.
#pragma once

#include <vector>

#include "reference/skinning/shared/rigid_entry.h"

namespace bindpose::skinning {

/// palette: M_j [#joints]. mesh and influences are valid (rigid_entry.h).
template <class T>
Surface<T> log_blend(const Mesh& mesh, const Influences& influences, const std::vector<Rigid<T>>& palette);

}  // namespace bindpose::skinning
