// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// EigenSkin.
//   x  = x_0 + sum_b a_b u_b, n = n_0 + sum_b c_b m_b
//   x' = sum_i w_i M_i x, n' = normalize(sum_i w_i C_i n), t' = normalize(sum_i w_i C_i t)
// Symbols as in reference/examples/eigenskin.md; a weight of 0 contributes nothing, whatever its joint holds.

UNIFORM_INPUT(coefficients, any)
UNIFORM_INPUT(normal_coefficients, any)
FRAME_INPUT(eigendisplacements, 1, 3)
FRAME_INPUT(eigennormals, 1, 3)

#include "gpu/skinning/shared/linear_blending.glsl"

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  vec3 x = rest.x;
  vec3 n = rest.n;
  for (int b = 0; b < COEFFICIENTS_COUNT; ++b) x += coefficients[b] * eigendisplacements(b).xyz;
#if defined(HAS_NORMAL_COEFFICIENTS) && defined(HAS_EIGENNORMALS)
  for (int b = 0; b < NORMAL_COEFFICIENTS_COUNT; ++b) n += normal_coefficients[b] * eigennormals(b).xyz;
#endif
  Surface corrected = Surface(x, n, rest.t);
  if (!weigh(w)) return still(corrected);
  return linearly_blended(corrected, j, w);
}
