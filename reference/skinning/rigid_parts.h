// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: rigid parts (parenting) - whole parts of a character hang on joints, each part stored in its joint's
// space.
//
// Formula.
//   x' = W_j x      with C_j, t_j the linear part and the translation of W_j
//   n' = normalize(C_j n) or normalize(sign(det C_j) cof(C_j) n), t' = normalize(C_j t), as in stitching.
// Stitching with M_j = W_j A_j gives the same surface when the parts are stored in mesh space instead.
//
// Source. J. D. Foley, A. van Dam, S. K. Feiner, J. F. Hughes, Computer Graphics: Principles and Practice,
// 2nd ed. 1990, section 7.3 (hierarchies of parts).
//
// Symbols.
//   x, n, t    position [3] metres, normal [3] unit, tangent [3] unit, in the space of the part's joint
//   j          the joint that the vertex's part hangs on
//   W_j        world_from_joint
//
// Requires. Exactly one joint a vertex (COUNT_MISMATCH), within the skeleton (INDEX_RANGE); finite rest
// attributes (NOT_FINITE).
//
// Degenerate. As stitching: ZERO_NORMAL, ZERO_TANGENT, SINGULAR_MATRIX rows are zero and noted as undefined.
#pragma once

#include <vector>

#include "reference/model/rig.h"
#include "reference/model/surface.h"
#include "reference/skinning/stitching.h"

namespace bindpose::skinning {

/// Moves every part by its joint.
/// joints: [#vertices]; world: W_j [#joints]. Returns a surface with the attributes that the mesh has.
template <class T>
Expected<Surface<T>> rigid_parts(const Mesh& mesh, const std::vector<std::uint32_t>& joints,
                                 const std::vector<Affine<T>>& world, RigidNormalRule normal_rule);

}  // namespace bindpose::skinning
