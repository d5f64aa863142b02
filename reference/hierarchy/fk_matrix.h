// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: forward kinematics with matrices - from every joint's transform in its parent's space to its
// transform in the world.
//
// Formula.
//   W_j = W_p(j) L_j       a root has W_j = L_j
//   L_j = T_j R_j S_j      or the joint's own matrix, where it is given as one
// Parents are evaluated before their children, whatever order the joints are listed in.
//
// Source. Any text on articulated figures; the conventions are those of the Khronos Group's glTF 2.0
// specification, section 3.5.3 (transformations). Deviation: none.
//
// Symbols.
//   p(j)          parent of joint j, -1 for a root; several roots allowed
//   L_j           parent_from_joint: C its linear part [3, 3], t its translation [3] metres
//   T, R, S       translation, rotation of a unit quaternion (x, y, z, w), scale along the joint's axes
//   W_j           world_from_joint, array "world" [J, 3, 4], rows (C | t)
//
// Requires. Parents in range (INDEX_RANGE) and without cycles (CYCLE), a local transform a joint
// (COUNT_MISMATCH), finite numbers (NOT_FINITE), rotations of length 1 within 0.02 (NOT_UNIT).
//
// Degenerate. No joints give no transforms. A scale of 0 collapses the joint and all below it; a negative one
// mirrors them; a rotated child of a non-uniformly scaled parent is sheared: none of these is special. A
// rotation is used as given, R_j = 1 - 2 (y^2 + z^2), ..., not renormalised.
#pragma once

#include <vector>

#include "reference/model/error.h"
#include "reference/model/pose.h"

namespace bindpose::hierarchy {

/// parents: p(j) [#joints]. locals: L_j [#joints]. Returns W_j [#joints].
template <class T>
Expected<std::vector<Affine<T>>> fk_matrix(const std::vector<int>& parents,
                                           const std::vector<LocalTransform<T>>& locals);

}  // namespace bindpose::hierarchy
