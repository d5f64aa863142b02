// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Dual quaternion skinning.
//   b_q = sum_i s_i w_i q_i, b_d = sum_i s_i w_i d_i, r = b_q / |b_q|, d = b_d / |b_q|
//   x' = r(x_s) + 2 vec(d r*), n' = normalize(r(n_s)), t' = normalize(r(t_s))
// s_i = -1 where q_i . a < 0, a by the policy pivot. With stretches S_j, B = sum_i w_i S_i:
//   x_s = B x, n_s = sign(det B) cof(B) n, t_s = B t
// First, influences_kept, zero_sum and weight_sum change the weights.
// Symbols as in reference/skinning/dual_quaternion.md; a weight of 0 contributes nothing.

#include "gpu/skinning/shared/weight_policies.glsl"

JOINT_INPUT(palette_stretches, 3, 3)

OFFERS(FORM_ROWS_3X4)
OFFERS(FORM_QUATERNION_TRANSLATION)
OFFERS(FORM_DUAL_QUATERNION)

OFFERS(PIVOT_FIRST_INFLUENCE)
OFFERS(PIVOT_LARGEST_WEIGHT)
OFFERS(PIVOT_FIRST_SLOT)
OFFERS(PIVOT_RUNNING_SUM)

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  if (!weigh(w)) return still(rest);
#if !defined(PIVOT_RUNNING_SUM)
  vec4 a = palette_dual_quaternion(lead_of(j, w)).real;
#endif
  vec4 b_q = vec4(0.0);
  vec4 b_d = vec4(0.0);
  mat3 B = mat3(0.0);
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] != 0.0) {
      DualQuaternion M = palette_dual_quaternion(j[i]);
#if defined(PIVOT_RUNNING_SUM)
      vec4 a = b_q;  // initially 0, whose product is not negative
#endif
      float s_w = dot(a, M.real) < 0.0 ? -w[i] : w[i];
      b_q += s_w * M.real;
      b_d += s_w * M.dual;
#if defined(HAS_PALETTE_STRETCHES)
      B += w[i] * transpose(mat3(palette_stretches(j[i], 0).xyz, palette_stretches(j[i], 1).xyz,
                                 palette_stretches(j[i], 2).xyz));
#endif
    }
  }

#if defined(HAS_PALETTE_STRETCHES)
  vec3 n_s = cofactor(B) * rest.n;
  if (det(B) < 0.0) n_s = -n_s;
  Surface s = Surface(B * rest.x, n_s, B * rest.t);
#else
  Surface s = rest;
#endif

  float inverse_length = inversesqrt(dot(b_q, b_q));
  vec4 r = inverse_length * b_q;
  vec4 d = inverse_length * b_d;
  vec3 t = 2.0 * quaternion_product(d, conjugate(r)).xyz;

#if defined(FORMULATION_QUATERNION)
  return Surface(rotate(r, s.x) + t, normalize(rotate(r, s.n)), normalize(rotate(r, s.t)));
#elif defined(FORMULATION_MATRIX)
  mat3 R = rotation_matrix(r);
  return Surface(R * s.x + t, normalize(R * s.n), normalize(R * s.t));
#endif
}
