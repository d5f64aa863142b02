// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Shape by example.
//   x  = sum_k a_k B_k^-1 x_k, n = sum_k a_k L_k^-1 n_k,  B_k = sum_i w_i M_i^k = (L_k | ..)
//   x' = sum_i w_i M_i x, n' = normalize(sum_i w_i C_i n)
// Symbols as in reference/examples/shape_by_example.md; a weight of 0 contributes nothing, whatever its joint holds.

UNIFORM_INPUT(example_weights, any)
FRAME_INPUT(example_positions, 1, 3)
FRAME_INPUT(example_normals, 1, 3)
JOINT_INPUT(example_palettes, any, 4)
CAPTURE_NORMALS(example_normals)

#include "gpu/skinning/shared/linear_blending.glsl"

Affine blended_in(int k, uint j[INFLUENCES], float w[INFLUENCES]) {
  mat3 rows = mat3(0.0);
  vec3 t = vec3(0.0);
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] != 0.0) {
      vec4 x = example_palettes(j[i], 3 * k);
      vec4 y = example_palettes(j[i], 3 * k + 1);
      vec4 z = example_palettes(j[i], 3 * k + 2);
      rows += w[i] * mat3(x.xyz, y.xyz, z.xyz);
      t += w[i] * vec3(x.w, y.w, z.w);
    }
  }
  return Affine(transpose(rows), t);
}

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  bool stays = !weigh(w);
  vec3 x = vec3(0.0);
  vec3 n = vec3(0.0);
  for (int k = 0; k < EXAMPLE_WEIGHTS_COUNT; ++k) {
    Affine B = Affine(mat3(1.0), vec3(0.0));
    if (!stays) B = blended_in(k, j, w);
    mat3 adjugate = transpose(cofactor(B.C));
    float d = det(B.C);
    mat3 A = mat3(adjugate[0] / d, adjugate[1] / d, adjugate[2] / d);
#if defined(FORMULATION_INVERSE_THEN_PRODUCT)
    vec3 back = -(A * B.t);
#elif defined(FORMULATION_ADJUGATE_THEN_DIVIDE)
    vec3 back = -(adjugate * B.t) / d;
#endif
    x += example_weights[k] * (A * example_positions(k).xyz + back);
#if defined(HAS_EXAMPLE_NORMALS)
    n += example_weights[k] * (A * example_normals(k).xyz);
#endif
  }
  Surface shaped = Surface(x, n, rest.t);
  if (stays) return still(shaped);
  return linearly_blended(shaped, j, w);
}
