// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Sparse morph targets, each vertex with the entries that displace it.
//   x' = x + sum_e phi_i dx_e
//   n' = normalize(n + sum_e phi_i dn_e), t' = normalize(t + sum_e phi_i dt_e)
// over the vertex' entries e, i the target of e; or both as they are summed, by the policy normalise. Symbols as in
// reference/morph/sparse.md; a target of weight 0 contributes nothing, whatever it holds.

UNIFORM_INPUT(target_weights, any)
ENTRY_INPUT(target_positions, 1, 3)
ENTRY_INPUT(target_normals, 1, 3)
ENTRY_INPUT(target_tangents, 1, 3)

float weight_of_slot(int e) {
  int i = int(entry_targets(e).x);
  return i >= 0 && i < TARGET_WEIGHTS_COUNT ? target_weights[i] : 0.0;
}

#include "gpu/morph/shared/summed.glsl"
#include "gpu/morph/shared/normalised.glsl"

Surface skin(Surface rest) {
  return normalised(morphed(rest));
}
