// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Multi-weight enveloping.
//   x'_r = sum_i sum_c w_irc (M_i)_rc x_c
//   n' = normalize(N n), t' = normalize(B t), B_rc = sum_i w_irc (M_i)_rc
// N by normal rule: direction           B
//                   inverse-transpose   sign(det B) cof(B)
// Symbols as in reference/skinning/multi_weight.md; a weight of 0 contributes nothing, whatever its number is.

INFLUENCE_INPUT(entry_weights, 3, 4)

// w m, and 0 where w is 0
vec4 weighted(vec4 w, vec4 m) {
  return vec4(w.x != 0.0 ? w.x * m.x : 0.0, w.y != 0.0 ? w.y * m.y : 0.0, w.z != 0.0 ? w.z * m.z : 0.0,
              w.w != 0.0 ? w.w * m.w : 0.0);
}

// Rows of (w_irc (M_i)_rc); zeros for a slot without weights, whose joint is not read.
struct Rows {
  vec4 r[3];
};

Rows weighted_rows(uint j, int i) {
  Rows rows = Rows(vec4[3](vec4(0.0), vec4(0.0), vec4(0.0)));
  vec4 any_weight = abs(entry_weights(i, 0)) + abs(entry_weights(i, 1)) + abs(entry_weights(i, 2));
  if (any_weight != vec4(0.0)) {
    Affine M = palette_transform(j);
    mat3 C = transpose(M.C);
    rows.r[0] = weighted(entry_weights(i, 0), vec4(C[0], M.t.x));
    rows.r[1] = weighted(entry_weights(i, 1), vec4(C[1], M.t.y));
    rows.r[2] = weighted(entry_weights(i, 2), vec4(C[2], M.t.z));
  }
  return rows;
}

vec3 times(Rows rows, vec4 x) {
  return vec3(dot(rows.r[0], x), dot(rows.r[1], x), dot(rows.r[2], x));
}

Surface skin(Surface rest, uint j[INFLUENCES]) {
  Rows B = Rows(vec4[3](vec4(0.0), vec4(0.0), vec4(0.0)));
  Surface posed = Surface(vec3(0.0), vec3(0.0), vec3(0.0));
  for (int i = 0; i < INFLUENCES; ++i) {
    Rows rows = weighted_rows(j[i], i);
    B.r[0] += rows.r[0];
    B.r[1] += rows.r[1];
    B.r[2] += rows.r[2];
#if defined(FORMULATION_TRANSFORM_THEN_BLEND)
    posed.x += times(rows, vec4(rest.x, 1.0));
    posed.n += times(rows, vec4(rest.n, 0.0));
    posed.t += times(rows, vec4(rest.t, 0.0));
#endif
  }
#if defined(FORMULATION_BLEND_THEN_TRANSFORM)
  posed.x = times(B, vec4(rest.x, 1.0));
  posed.n = times(B, vec4(rest.n, 0.0));
  posed.t = times(B, vec4(rest.t, 0.0));
#endif
#if defined(NORMAL_RULE_INVERSE_TRANSPOSE)
  mat3 linear = transpose(mat3(B.r[0].xyz, B.r[1].xyz, B.r[2].xyz));
  posed.n = cofactor(linear) * rest.n;
  if (det(linear) < 0.0) posed.n = -posed.n;
#elif defined(NORMAL_RULE_DIRECTION)
  // as above
#endif
  return Surface(posed.x, normalize(posed.n), normalize(posed.t));
}
