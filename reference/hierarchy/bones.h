// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the bones of a posed skeleton as line segments, for drawing.
//
// Formula. For every joint j that has a parent:
//   bone = (t_j, t_p(j)),   t_j the translation of W_j
// W_j as in fk.matrix: W_j = W_p(j) L_j, a root has W_j = L_j.
//
// Source. D. Rohmer, TP Skinning, CPE Lyon, question 11. Deviation: the course's joints are rotations and
// translations; here any local transforms.
//
// Symbols. J joints, B of them with a parent.
//   p(j), L_j   arrays "parents" [J], "local_translations" [J, 3], "local_rotations" [J, 4], "local_scales"
//               [J, 3] and, optional, "local_is_matrix" [J], "local_matrices" [J, 3, 4], as in fk.matrix
//   W_j         world_from_joint, array "world" [J, 3, 4]
//   t_j         position of joint j in the world, metres
//   bone        array "bones" [B, 2, 3]: the joint's end, then its parent's; the joints that have a parent in
//               the order in which they are listed
//
// Requires. Parents in range (INDEX_RANGE) and without cycles (CYCLE), a transform a joint (COUNT_MISMATCH),
// finite numbers (NOT_FINITE), rotations of length 1 within 0.02 (NOT_UNIT).
//
// Degenerate. A root has no bone: none is drawn to the origin. Roots only give no bones, shape [0, 2, 3]. A
// joint where its parent is has a bone of length 0. A leaf's bone ends at its joint: how far the flesh goes
// beyond, nothing says.
#pragma once

#include <vector>

#include "reference/model/error.h"
#include "reference/numeric/transform.h"

namespace bindpose::hierarchy {

/// A segment in the world, metres.
template <class T>
struct Bone {
  Vec3<T> joint;   ///< t_j
  Vec3<T> parent;  ///< t_p(j)
};

/// parents: p(j) [#joints]. world: W_j [#joints]. Returns the bones [#joints that have a parent].
template <class T>
Expected<std::vector<Bone<T>>> bones(const std::vector<int>& parents, const std::vector<Affine<T>>& world);

}  // namespace bindpose::hierarchy
