// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Dense morph targets.
//   x' = x + sum_i phi_i dx_i
//   n' = normalize(n + sum_i phi_i dn_i), t' = normalize(t + sum_i phi_i dt_i)
// or both as they are summed, by the policy normalise. Symbols as in reference/morph/dense.md.

#include "gpu/morph/shared/weights.glsl"
#include "gpu/morph/shared/targets.glsl"
#include "gpu/morph/shared/normalised.glsl"

Surface skin(Surface rest) {
  return normalised(morphed(rest));
}
