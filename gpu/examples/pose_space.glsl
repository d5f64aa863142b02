// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Pose space deformation.
//   joint         d_k = (C_j^k)^-1 (x_k - sum_i w_i M_i^k x),  x' = sum_i w_i M_i x + C_j d
//   pre-skinning  d_k = (sum_i w_i M_i^k)^-1 x_k - x,          x' = sum_i w_i M_i (x + d)
//   d = sum_k a_k d_k, n' = normalize(sum_i w_i C_i n), t' = normalize(sum_i w_i C_i t)
// Symbols as in reference/examples/pose_space.md; a weight of 0 contributes nothing, whatever its joint holds.

VERTEX_INPUT_JOINT(owners, 1)
SLOT_INPUT(example_weights, 1, 1)
FRAME_INPUT(example_positions, 1, 3)
JOINT_INPUT(example_palettes, any, 4)

Affine example_transform(int k, uint j) {
  vec4 x = example_palettes(j, 3 * k);
  vec4 y = example_palettes(j, 3 * k + 1);
  vec4 z = example_palettes(j, 3 * k + 2);
  return Affine(transpose(mat3(x.xyz, y.xyz, z.xyz)), vec3(x.w, y.w, z.w));
}

Affine blended_in(int k, uint j[INFLUENCES], float w[INFLUENCES]) {
  Affine B = Affine(mat3(0.0), vec3(0.0));
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] != 0.0) {
      Affine M = example_transform(k, j[i]);
      B.C += w[i] * M.C;
      B.t += w[i] * M.t;
    }
  }
  return B;
}

mat3 inverse_of(mat3 C) {
  mat3 adjugate = transpose(cofactor(C));
  float d = det(C);
  return mat3(adjugate[0] / d, adjugate[1] / d, adjugate[2] / d);
}

vec3 displacement(int k, vec3 x, uint j[INFLUENCES], float w[INFLUENCES], bool stays) {
  Affine B = Affine(mat3(1.0), vec3(0.0));
  if (!stays) B = blended_in(k, j, w);
  vec3 x_k = example_positions(k).xyz;
#if defined(SPACE_JOINT)
  return inverse_of(example_transform(k, owners).C) * (x_k - (B.C * x + B.t));
#elif defined(SPACE_PRE_SKINNING)
  mat3 A = inverse_of(B.C);
#if defined(FORMULATION_INVERSE_THEN_PRODUCT)
  vec3 back = -(A * B.t);
#elif defined(FORMULATION_ADJUGATE_THEN_DIVIDE)
  vec3 back = -(transpose(cofactor(B.C)) * B.t) / det(B.C);
#endif
  return (A * x_k + back) - x;
#endif
}

#include "gpu/skinning/shared/linear_blending.glsl"

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  bool stays = !weigh(w);
  vec3 d = vec3(0.0);
  for (int k = 0; k < EXAMPLE_WEIGHTS_SLOTS; ++k) d += example_weights(k).x * displacement(k, rest.x, j, w, stays);
  vec3 x = rest.x;
#if defined(SPACE_PRE_SKINNING)
  x += d;
#endif
  Surface displaced = Surface(x, rest.n, rest.t);
  Surface posed = still(displaced);
  if (!stays) posed = linearly_blended(displaced, j, w);
#if defined(SPACE_JOINT)
  posed.x += palette_transform(owners).C * d;
#endif
  return posed;
}
