// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Pose correctives.
//   x  = x_0 + sum_s beta_s S_s + sum_f f_f P_f
//   x' = sum_i w_i M_i x, n' = normalize(sum_i w_i C_i n), t' = normalize(sum_i w_i C_i t)
// Symbols as in reference/examples/pose_correctives.md; a weight of 0 contributes nothing, whatever its joint holds.

UNIFORM_INPUT(shape_coefficients, any)
UNIFORM_INPUT(pose_features, any)
FRAME_INPUT(shape_directions, 1, 3)
FRAME_INPUT(pose_directions, 1, 3)

#include "gpu/skinning/shared/linear_blending.glsl"

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  vec3 x = rest.x;
#if defined(HAS_SHAPE_COEFFICIENTS) && defined(HAS_SHAPE_DIRECTIONS)
  for (int s = 0; s < SHAPE_COEFFICIENTS_COUNT; ++s) x += shape_coefficients[s] * shape_directions(s).xyz;
#endif
  for (int f = 0; f < POSE_FEATURES_COUNT; ++f) x += pose_features[f] * pose_directions(f).xyz;
  Surface corrected = Surface(x, rest.n, rest.t);
  if (!weigh(w)) return still(corrected);
  return linearly_blended(corrected, j, w);
}
