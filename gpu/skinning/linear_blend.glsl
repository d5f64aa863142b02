// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear blend skinning.
//   x' = sum_i w_i (C_i x + t_i)
//   n' = normalize(N n), t' = normalize(sum_i w_i C_i t)
// N by normal rule: direction                    sum_i w_i C_i
//                   inverse-transpose-of-blend   sign(det B) cof(B), B = sum_i w_i C_i
//                   blend-of-inverse-transposes  sum_i w_i cof(C_i) / det(C_i)
// Before all that, the weights by influences_kept, zero_sum and weight_sum; t' by tangent_rule.
// Symbols as in reference/skinning/linear_blend.md; a weight of 0 contributes nothing, whatever its joint holds.

#include "gpu/skinning/shared/linear_blending.glsl"

OFFERS(FORMULATION_TRANSFORM_THEN_BLEND)

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  if (!weigh(w)) return still(rest);
  return linearly_blended(rest, j, w);
}
