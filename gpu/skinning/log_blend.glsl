// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Log-matrix blending.
//   M = exp(sum_i w_i log M_i)
//   x' = M x, n' = normalize(C n), t' = normalize(C t), C the rotation of M
// First, influences_kept, zero_sum and weight_sum change the weights.
// Symbols as in reference/skinning/log_blend.md; a weight of 0 contributes nothing, whatever its joint holds.

#include "gpu/skinning/shared/rigid_log.glsl"
#include "gpu/skinning/shared/weight_policies.glsl"

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  if (!weigh(w)) return still(rest);
  Rigid M = log_blended(j, w);
  return Surface(rotate(M.q, rest.x) + M.t, normalize(rotate(M.q, rest.n)), normalize(rotate(M.q, rest.t)));
}

OFFERS(FORM_ROWS_3X4)
OFFERS(FORM_QUATERNION_TRANSLATION)
OFFERS(FORM_DUAL_QUATERNION)
