// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: linear blend skinning - every joint moves the vertex, the vertex goes to the weighted mean.
//
// Formula.
//   x' = sum_i w_i (C_i x + t_i)
//   n' = normalize(N n), where N is, by normal rule,
//     direction                     sum_i w_i C_i
//     inverse-transpose-of-blend    sign(det B) cof(B), B = sum_i w_i C_i        (a positive multiple of
//     B^-T) blend-of-inverse-transposes   sum_i w_i C_i^-T = sum_i w_i cof(C_i) / det(C_i)
//   t' = normalize(sum_i w_i C_i t); the handedness passes through unchanged.
// The formulations are one result computed in different orders:
//   transform-then-blend   sum_i w_i (M_i x), a loop over the influences
//   unrolled               the same sum without a loop, for a fixed number of influences
//   blend-then-transform   (sum_i w_i M_i) x
//   rows-3x4               M_i as three rows, each a product with (x, 1)
//   software               the loop on a CPU
//   implicit-last-weight   the last slot's weight is 1 - (sum of the others); same result where weights sum
//   to 1
//
// Source. N. Magnenat-Thalmann, R. Laperriere, D. Thalmann, Joint-dependent local deformations for hand
// animation and object grasping, Graphics Interface 1988. The normal rules: M. Tarini, D. Panozzo, O.
// Sorkine-Hornung, Accurate and efficient lighting for skinned models, 2014, section 3. Deviation: none.
//
// Symbols.
//   x, n, t   position [3] metres, normal [3] unit, tangent [3] unit, in mesh space
//   w_i       weight of influence i, at least 0; used as given, never renormalised
//   M_i       skinning matrix of influence i, mesh_from_mesh: C_i its linear part [3, 3], t_i its translation
//   [3] cof, det  cofactor matrix, determinant
//
// Requires. At least one influence slot a vertex (COUNT_MISMATCH), joints within the palette (INDEX_RANGE),
// finite weights of at least 0 (NOT_FINITE, NEGATIVE_WEIGHT), finite rest attributes (NOT_FINITE);
// implicit-last-weight weights that sum to exactly 1 (NOT_APPLICABLE).
//
// Degenerate. A weight of 0 contributes nothing, even beside a joint whose matrix holds infinities or NaN.
// Weights that do not sum to 1 scale the result. Influences that cancel a direction leave no normal
// (ZERO_NORMAL) or tangent (ZERO_TANGENT), a singular B or C_i no inverse transpose (SINGULAR_BLEND): the row
// is zero and noted as undefined.
#pragma once

#include <vector>

#include "reference/model/rig.h"
#include "reference/model/surface.h"

namespace bindpose::skinning {

enum class NormalRule { direction, inverse_transpose_of_blend, blend_of_inverse_transposes };
enum class BlendOrder { transform_then_blend, blend_then_transform, rows_3x4 };

/// Skins a mesh that validate() accepts.
/// palette: M_j [#joints]. Returns a surface with the attributes that the mesh has.
template <class T>
Expected<Surface<T>> linear_blend(const Mesh& mesh, const Influences& influences,
                                  const std::vector<Affine<T>>& palette, NormalRule normal_rule,
                                  BlendOrder order, bool implicit_last_weight);

/// Influences whose weights are computed ones, or already on the scalar.
template <class T>
struct WeightsOnScalar {
  std::size_t width;                         ///< slots a vertex
  const std::vector<std::uint32_t>& joints;  ///< [#vertices * width]
  const std::vector<T>& weights;             ///< [#vertices * width]
};

/// The same, unchecked: the mesh, the joints and the weights must be valid.
template <class T>
Surface<T> linear_blend(const Mesh& mesh, const WeightsOnScalar<T>& influences,
                        const std::vector<Affine<T>>& palette, NormalRule normal_rule, BlendOrder order);

/// The choice among normal rules, its values in NormalRule's order.
OptionSpec normal_rule_option();

}  // namespace bindpose::skinning
