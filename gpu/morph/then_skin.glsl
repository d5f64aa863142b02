// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Morphing, then skinning.
//   x_m = x + sum_i phi_i dx_i, n_m = n + sum_i phi_i dn_i, t_m = t + sum_i phi_i dt_i
//   lbs: x' = sum_i w_i (C_i x_m + t_i), n' = normalize(N n_m), t' = normalize(sum_i w_i C_i t_m), N by normal_rule
//   stitching: x' = C_j x_m + t_j, n' = normalize(N n_m), t' = normalize(C_j t_m), N by rigid_normal_rule
//   dqs: x' = r(x_m) + 2 vec(d r*), n' = normalize(r(n_m)), t' = normalize(r(t_m))
//   log-blend: x' = M x_m, n' = normalize(C n_m), t' = normalize(C t_m), M = exp(sum_i w_i log M_i), C its rotation
// Symbols as in reference/morph/then_skin.md; a target or an influence of weight 0 contributes nothing, whatever it holds.

#include "gpu/morph/shared/weights.glsl"
#include "gpu/morph/shared/targets.glsl"
#include "gpu/skinning/shared/inverse_transpose.glsl"
#include "gpu/skinning/shared/weight_policies.glsl"

#if defined(METHOD_LBS)

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  Surface m = morphed(rest);
  if (!weigh(w)) return still(m);
  Surface y = Surface(vec3(0.0), vec3(0.0), vec3(0.0));
  Affine B = Affine(mat3(0.0), vec3(0.0));
  mat3 N = mat3(0.0);
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] != 0.0) {
      Affine M = palette_transform(j[i]);
      y.x += w[i] * (M.C * m.x + M.t);
      y.n += w[i] * (M.C * m.n);
      y.t += w[i] * (M.C * m.t);
      B.C += w[i] * M.C;
      B.t += w[i] * M.t;
#if defined(NORMAL_RULE_BLEND_OF_INVERSE_TRANSPOSES)
      N += (w[i] / det(M.C)) * cofactor(M.C);
#endif
    }
  }
#if defined(FORMULATION_BY_INFLUENCE)
#elif defined(FORMULATION_ONE_MATRIX)
  y = Surface(B.C * m.x + B.t, B.C * m.n, B.C * m.t);
#endif
#if defined(NORMAL_RULE_DIRECTION)
#define CARRY_NORMAL(n, by_matrix) by_matrix
#elif defined(NORMAL_RULE_INVERSE_TRANSPOSE_OF_BLEND)
#define CARRY_NORMAL(n, by_matrix) inverse_transpose_of(B.C, n)
#elif defined(NORMAL_RULE_BLEND_OF_INVERSE_TRANSPOSES)
#define CARRY_NORMAL(n, by_matrix) N * n
#endif
  y.n = CARRY_NORMAL(m.n, y.n);
#if defined(TANGENT_RULE_DIRECTION)
#elif defined(TANGENT_RULE_AS_NORMALS)
  y.t = CARRY_NORMAL(m.t, y.t);
#endif
  return Surface(y.x, normalize(y.n), normalize(y.t));
}

#elif defined(METHOD_STITCHING)

vec3 carried_normal(mat3 C, vec3 n) {
#if defined(RIGID_NORMAL_RULE_DIRECTION)
  return C * n;
#elif defined(RIGID_NORMAL_RULE_INVERSE_TRANSPOSE)
  return inverse_transpose_of(C, n);
#endif
}

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  Surface m = morphed(rest);
  Affine M = palette_transform(j[0]);
  vec3 t = M.C * m.t;
#if defined(TANGENT_RULE_AS_NORMALS)
  t = carried_normal(M.C, m.t);
#endif
  return Surface(M.C * m.x + M.t, normalize(carried_normal(M.C, m.n)), normalize(t));
}

#elif defined(METHOD_DQS)

// Without stretches each normal rule and each tangent rule is the same.
Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  Surface m = morphed(rest);
  if (!weigh(w)) return still(m);
  vec4 a = vec4(0.0);  // of the first influence
  vec4 b_q = vec4(0.0);
  vec4 b_d = vec4(0.0);
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] != 0.0) {
      DualQuaternion M = palette_dual_quaternion(j[i]);
      if (a == vec4(0.0)) a = M.real;
      float s_w = dot(a, M.real) < 0.0 ? -w[i] : w[i];
      b_q += s_w * M.real;
      b_d += s_w * M.dual;
    }
  }
  float inverse_length = inversesqrt(dot(b_q, b_q));
  vec4 r = inverse_length * b_q;
  vec4 d = inverse_length * b_d;
  vec3 t = 2.0 * quaternion_product(d, conjugate(r)).xyz;
#if defined(FORMULATION_BY_INFLUENCE)
  return Surface(rotate(r, m.x) + t, normalize(rotate(r, m.n)), normalize(rotate(r, m.t)));
#elif defined(FORMULATION_ONE_MATRIX)
  mat3 R = rotation_matrix(r);
  return Surface(R * m.x + t, normalize(R * m.n), normalize(R * m.t));
#endif
}

#elif defined(METHOD_LOG_BLEND)

#include "gpu/skinning/shared/rigid_log.glsl"

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  Surface m = morphed(rest);
  if (!weigh(w)) return still(m);
  Rigid M = log_blended(j, w);
  return Surface(rotate(M.q, m.x) + M.t, normalize(rotate(M.q, m.n)), normalize(rotate(M.q, m.t)));
}

#endif
