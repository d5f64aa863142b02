// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: multi-weight enveloping - an influence has twelve weights, one for each number of its matrix.
//
// Formula. With x = (x_0, x_1, x_2, 1), rows r = 0 .. 2 and columns c = 0 .. 3
//   x'_r = sum_i sum_c w_irc (M_i)_rc x_c
//   n' = normalize(N n), where B_rc = sum_i w_irc (M_i)_rc, r and c = 0 .. 2, and N is, by normal rule,
//     direction             B
//     inverse-transpose     sign(det B) cof(B), a positive multiple of B^-T
//   t' = normalize(B t); the handedness passes through unchanged.
// The formulations are one result computed in different orders:
//   transform-then-blend   every influence's matrix, weighted entry by entry, times x; then their sum
//   blend-then-transform   the weighted matrices summed, then times x
//
// Source. X. C. Wang, C. Phillips, Multi-weight enveloping: least-squares approximation techniques for skin
// animation, Symposium on Computer Animation 2002, section 3. Deviation: they fit the weights and give no
// rule for normals; here the weights are given, and the normal rules are those of linear blending.
//
// Symbols.
//   x, n, t   position [3] metres, normal [3] unit, tangent [3] unit, in mesh space
//   w_irc     array "entry_weights" [V, K, 12]: of slot i the weights of rows 0, 1, 2, four columns each; of
//             any sign and sum, used as given
//   M_i       skinning matrix of slot i's joint, mesh_from_mesh; column 3 is its translation, metres
//   cof, det  cofactor matrix, determinant
//
// Requires. At least one influence slot a vertex (COUNT_MISMATCH), joints within the palette (INDEX_RANGE),
// entry weights a slot (ARRAY_SHAPE) that are finite (NOT_FINITE), finite rest attributes (NOT_FINITE); a
// finite number wherever the matrix of an influence is weighted (NOT_FINITE). The array "weights" is not
// read.
//
// Degenerate. An entry weight of 0 contributes nothing, even where its number of the matrix is infinite or
// NaN; a slot whose twelve weights are 0 is no influence, and a vertex without any goes to the origin and has
// no normal or tangent. Twelve equal weights w_irc = w_i are linear blend skinning. The rest mesh comes back
// from identity matrices where, summed over i, w_i00, w_i11 and w_i22 are 1. The weights belong to the axes
// of mesh space: a motion put after all matrices moves the result along where the weights of every column are
// the same in all three rows and those of column 3 sum to 1, in general it does not. A singular B has no
// inverse transpose (SINGULAR_BLEND); a direction that cancels is none (ZERO_NORMAL, ZERO_TANGENT): the row
// is zero and noted as undefined. Mirrored matrices keep the normal outward under inverse-transpose.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/model/rig.h"
#include "reference/model/surface.h"

namespace bindpose::skinning {

enum class EntryNormalRule { direction, inverse_transpose };
enum class EntryOrder { transform_then_blend, blend_then_transform };

/// Numbers of an influence slot's weights: 3 rows of 4.
constexpr std::size_t entry_count = 12;

/// Skins a mesh. slots: the joints, their weights are not read; entry_weights: w_irc [V, K, 12]; palette:
/// M_j [#joints]. Returns a surface with the attributes that the mesh has.
template <class T>
Expected<Surface<T>> multi_weight(const Mesh& mesh, const Influences& slots,
                                  const std::vector<double>& entry_weights,
                                  const std::vector<Affine<T>>& palette, EntryNormalRule rule,
                                  EntryOrder order);

}  // namespace bindpose::skinning
