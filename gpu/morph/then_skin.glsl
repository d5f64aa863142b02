// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Morphing, then skinning.
//   x_m = x + sum_i phi_i dx_i, n_m = n + sum_i phi_i dn_i, t_m = t + sum_i phi_i dt_i
//   lbs: x' = sum_i w_i (C_i x_m + t_i), n' = normalize(sum_i w_i C_i n_m), t' = normalize(sum_i w_i C_i t_m)
//   dqs: x' = r(x_m) + 2 vec(d r*), n' = normalize(r(n_m)), t' = normalize(r(t_m))
// Symbols as in reference/morph/then_skin.md; a target or an influence of weight 0 contributes nothing, whatever it holds.

UNIFORM_INPUT(target_weights, any)
FRAME_INPUT(target_positions, 1, 3)
FRAME_INPUT(target_normals, 1, 3)
FRAME_INPUT(target_tangents, 1, 3)

Surface morphed(Surface rest) {
  Surface m = rest;
  for (int i = 0; i < TARGET_WEIGHTS_COUNT; ++i) {
    float phi = target_weights[i];
    if (phi != 0.0) {
      m.x += phi * target_positions(i).xyz;
#if defined(HAS_TARGET_NORMALS)
      m.n += phi * target_normals(i).xyz;
#endif
#if defined(HAS_TARGET_TANGENTS)
      m.t += phi * target_tangents(i).xyz;
#endif
    }
  }
  return m;
}

#if defined(METHOD_LBS)

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  Surface m = morphed(rest);
#if defined(FORMULATION_BY_INFLUENCE)
  Surface sum = Surface(vec3(0.0), vec3(0.0), vec3(0.0));
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] != 0.0) {
      Affine M = palette_transform(j[i]);
      sum.x += w[i] * (M.C * m.x + M.t);
      sum.n += w[i] * (M.C * m.n);
      sum.t += w[i] * (M.C * m.t);
    }
  }
  return Surface(sum.x, normalize(sum.n), normalize(sum.t));
#elif defined(FORMULATION_ONE_MATRIX)
  Affine B = Affine(mat3(0.0), vec3(0.0));
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] != 0.0) {
      Affine M = palette_transform(j[i]);
      B.C += w[i] * M.C;
      B.t += w[i] * M.t;
    }
  }
  return Surface(B.C * m.x + B.t, normalize(B.C * m.n), normalize(B.C * m.t));
#endif
}

#elif defined(METHOD_DQS)

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  Surface m = morphed(rest);
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

#endif
