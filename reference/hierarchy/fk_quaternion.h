// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: forward kinematics with quaternions - from every joint's rigid motion in its parent's space to its
// rotation and translation in the world.
//
// Formula.
//   q_j = q_p(j) q_jl
//   t_j = q_p(j)(t_jl) + t_p(j)          a root has q_j = q_jl, t_j = t_jl
// The formulations are one result computed in different orders:
//   cross-products     q(x) = x + 2 (w (u x x) + u x (u x x)), q = (u, w)
//   rotation-matrix    q(x) = R(q) x, R's entries 1 - 2 (y^2 + z^2), ...
//
// Source. K. Shoemake, Animating rotation with quaternion curves, SIGGRAPH 1985, section 2 (quaternions as
// rotations); the recursion is that of any articulated figure. Deviation: none.
//
// Symbols.
//   p(j)         parent of joint j, -1 for a root; several roots allowed, joints in any order
//   q_jl, t_jl   parent_from_joint: unit quaternion (x, y, z, w), translation [3] metres
//   q_j, t_j     world_from_joint, arrays "world_rotations" [J, 4] (x, y, z, w) and "world_translations" [J,
//   3]
//
// Requires. What fk_matrix requires (INDEX_RANGE, CYCLE, COUNT_MISMATCH, NOT_FINITE, NOT_UNIT), no joint
// given as a matrix (MATRIX_LOCAL), every scale exactly 1 (SCALE_NOT_ONE).
//
// Degenerate. q_j and -q_j are the same rotation; the sign is the one that the product has. Nothing is
// renormalised: a local rotation's length error carries over to the joints below. Both formulations treat a
// rotation that is not quite unit as fk_matrix does.
#pragma once

#include <vector>

#include "reference/model/error.h"
#include "reference/model/pose.h"
#include "reference/numeric/rigid.h"

namespace bindpose::hierarchy {

enum class RotationForm { cross_products, rotation_matrix };

/// parents: p(j) [#joints]. locals: (q_jl, t_jl) [#joints]. Returns (q_j, t_j) [#joints].
template <class T>
Expected<std::vector<Rigid<T>>> fk_quaternion(const std::vector<int>& parents,
                                              const std::vector<LocalTransform<T>>& locals,
                                              RotationForm form = RotationForm::cross_products);

}  // namespace bindpose::hierarchy
