// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: skinning matrices - how far each joint has moved since bind time.
//
// Formula.
//   M_j = W_j A_j                                          matrix form
//   q_j = q_W q_A,   t_j = q_W(t_A) + t_W                  rigid form
// With A_j = B_j^-1 the palette at bind pose is the identity.
//
// Source. N. Magnenat-Thalmann, R. Laperriere, D. Thalmann, Joint-dependent local deformations for hand
// animation and object grasping, Graphics Interface 1988; glTF 2.0, section 3.7.3.3 (skinned mesh
// attributes). Deviation: none.
//
// Symbols.
//   W_j      world_from_joint, array "world" [J, 3, 4], rows (C | t)
//   A_j      joint_from_mesh at bind time, array "inverse_binds" [J, 3, 4]
//   M_j      world_from_mesh, array "palette" [J, 3, 4]
//   q, t     unit quaternion (x, y, z, w) and translation [3] metres of a rigid W, A or M
//
// Requires. As many inverse bind matrices as world transforms (COUNT_MISMATCH).
//
// Degenerate. Entries that are not finite stay within their own joint's matrix. A singular or mirrored W_j or
// A_j is not special. A_j need not be the inverse of any W_j: a bind shape matrix may have been multiplied
// into it.
#pragma once

#include <vector>

#include "reference/model/error.h"
#include "reference/numeric/rigid.h"
#include "reference/numeric/transform.h"

namespace bindpose::hierarchy {

/// world: W_j [#joints]. inverse_binds: A_j [#joints]. Returns M_j [#joints].
template <class T>
Expected<std::vector<Affine<T>>> palette(const std::vector<Affine<T>>& world,
                                         const std::vector<Affine<T>>& inverse_binds);

/// The same for rigid world transforms and binds.
template <class T>
Expected<std::vector<Rigid<T>>> palette(const std::vector<Rigid<T>>& world,
                                        const std::vector<Rigid<T>>& inverse_binds);

}  // namespace bindpose::hierarchy
