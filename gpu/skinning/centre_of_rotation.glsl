// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Skinning about optimised centres of rotation.
//   q = b / |b|, b = sum_i s_i w_i q_i
//   x' = q(x - p) + sum_i w_i (q_i(p) + t_i), n' = normalize(q(n)), t' = normalize(q(t))
// s_i = -1 where q_i . a < 0, the pivot a by policy. Without a centre
//   x' = sum_i w_i (q_i(x) + t_i), n' = normalize(sum_i w_i q_i(n)), t' likewise
// First, influences_kept, zero_sum and weight_sum change the weights.
// Symbols as in reference/skinning/centre_of_rotation.md; a weight of 0 contributes nothing.

#include "gpu/skinning/shared/weight_policies.glsl"

VERTEX_INPUT(centres, 3)
VERTEX_INPUT_INT(has_centre, 1)

OFFERS(FORM_ROWS_3X4)
OFFERS(FORM_QUATERNION_TRANSLATION)
OFFERS(FORM_DUAL_QUATERNION)

OFFERS(PIVOT_FIRST_INFLUENCE)
OFFERS(PIVOT_LARGEST_WEIGHT)
OFFERS(PIVOT_FIRST_SLOT)
OFFERS(PIVOT_RUNNING_SUM)

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  if (!weigh(w)) return still(rest);
  bool has = has_centre != 0;
  vec3 p = has ? centres : rest.x;
#if !defined(PIVOT_RUNNING_SUM)
  vec4 a = palette_rigid(lead_of(j, w)).q;
#endif
  vec4 b = vec4(0.0);
  Surface linear = Surface(vec3(0.0), vec3(0.0), vec3(0.0));  // p, n, t blended linearly
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] != 0.0) {
      Rigid M = palette_rigid(j[i]);
#if defined(PIVOT_RUNNING_SUM)
      vec4 a = b;  // initially 0, whose product is not negative
#endif
      b += (dot(a, M.q) < 0.0 ? -w[i] : w[i]) * M.q;
      linear.x += w[i] * (rotate(M.q, p) + M.t);
      linear.n += w[i] * rotate(M.q, rest.n);
      linear.t += w[i] * rotate(M.q, rest.t);
    }
  }
  if (!has) return Surface(linear.x, normalize(linear.n), normalize(linear.t));

  vec4 q = inversesqrt(dot(b, b)) * b;
#if defined(FORMULATION_ABOUT_THE_CENTRE)
  return Surface(rotate(q, rest.x - p) + linear.x, normalize(rotate(q, rest.n)), normalize(rotate(q, rest.t)));
#elif defined(FORMULATION_MATRIX)
  mat3 R = rotation_matrix(q);
  return Surface(R * rest.x + (linear.x - R * p), normalize(R * rest.n), normalize(R * rest.t));
#endif
}
