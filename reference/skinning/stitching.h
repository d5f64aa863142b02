// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: stitching (simple skin) - each vertex is carried by one joint.
//
// Formula.
//   x' = C_j x + t_j
//   n' = normalize(N n), where N is, by normal rule,
//     direction           C_j
//     inverse-transpose   sign(det C_j) cof(C_j)          (a positive multiple of C_j^-T)
//   t' = normalize(C_j t); the handedness passes through unchanged.
// The two rules agree where C_j is a rotation times a uniform scale.
//
// Source. J. Lander, Skin them bones: game programming for the web generation, Game Developer, May 1998. The
// normal: K. Turkowski, Transformations of surface normal vectors, Apple technical report 22, 1990.
//
// Symbols.
//   x, n, t    position [3] metres, normal [3] unit, tangent [3] unit, in mesh space
//   j          the vertex's joint
//   M_j        its skinning matrix: C_j the linear part [3, 3], t_j the translation [3]
//   cof, det   cofactor matrix, determinant
//
// Requires. Exactly one joint a vertex (COUNT_MISMATCH), within the palette (INDEX_RANGE); finite rest
// attributes (NOT_FINITE).
//
// Degenerate. A C_j that maps a direction to zero leaves no normal (ZERO_NORMAL) or tangent (ZERO_TANGENT), a
// singular one no inverse transpose (SINGULAR_MATRIX): the row is zero and noted as undefined.
#pragma once

#include <vector>

#include "reference/model/rig.h"
#include "reference/model/surface.h"

namespace bindpose::skinning {

enum class RigidNormalRule { direction, inverse_transpose };

/// Moves every vertex by one matrix.
/// joints: [#vertices]; matrices: M_j [#joints]. Returns a surface with the attributes that the mesh has.
template <class T>
Expected<Surface<T>> stitching(const Mesh& mesh, const std::vector<std::uint32_t>& joints,
                               const std::vector<Affine<T>>& matrices, RigidNormalRule normal_rule);

/// The choice that stitching and rigid parts offer, its values in RigidNormalRule's order.
const std::vector<OptionSpec>& rigid_options();

}  // namespace bindpose::skinning
