// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear blending of a surface by weights that the policies have made, directions by normal_rule and tangent_rule; the formulations
// of gpu/skinning/linear_blend.glsl, of any other body transform-then-blend.

#include "gpu/skinning/shared/inverse_transpose.glsl"
#include "gpu/skinning/shared/weight_policies.glsl"

#if defined(FORMULATION_ROWS_3X4)
// C d and M x, row by row: (row r of M) . (x, 1)
vec3 times(mat3 C, vec3 d) {
  mat3 rows = transpose(C);
  return vec3(dot(rows[0], d), dot(rows[1], d), dot(rows[2], d));
}
vec3 times(Affine M, vec3 x) {
  mat3 rows = transpose(M.C);
  vec4 x1 = vec4(x, 1.0);
  return vec3(dot(vec4(rows[0], M.t.x), x1), dot(vec4(rows[1], M.t.y), x1), dot(vec4(rows[2], M.t.z), x1));
}
#else
vec3 times(mat3 C, vec3 d) { return C * d; }
vec3 times(Affine M, vec3 x) { return M.C * x + M.t; }
#endif

#if defined(FORMULATION_BLEND_THEN_TRANSFORM)

Surface linearly_blended(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  Affine B = Affine(mat3(0.0), vec3(0.0));
  mat3 N = mat3(0.0);
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] != 0.0) {
      Affine M = palette_transform(j[i]);
      B.C += w[i] * M.C;
      B.t += w[i] * M.t;
#if defined(NORMAL_RULE_BLEND_OF_INVERSE_TRANSPOSES)
      N += (w[i] / det(M.C)) * cofactor(M.C);
#endif
    }
  }
  Surface posed;
  posed.x = times(B, rest.x);
#if defined(NORMAL_RULE_DIRECTION)
#define CARRY_NORMAL(n) times(B.C, n)
#elif defined(NORMAL_RULE_INVERSE_TRANSPOSE_OF_BLEND)
#define CARRY_NORMAL(n) inverse_transpose_of(B.C, n)
#elif defined(NORMAL_RULE_BLEND_OF_INVERSE_TRANSPOSES)
#define CARRY_NORMAL(n) times(N, n)
#endif
  posed.n = normalize(CARRY_NORMAL(rest.n));
#if defined(TANGENT_RULE_DIRECTION)
  posed.t = normalize(times(B.C, rest.t));
#elif defined(TANGENT_RULE_AS_NORMALS)
  posed.t = normalize(CARRY_NORMAL(rest.t));
#endif
  return posed;
}

#else

// The sums over the influences so far; B serves the one rule that needs the blended matrix.
struct Sums {
  vec3 x;
  vec3 n;
  vec3 t;
  mat3 B;
};

// The share of an influence in the blend of direction d, under the normal rule.
vec3 carried_normal(float w, Affine M, vec3 d) {
#if defined(NORMAL_RULE_DIRECTION)
  return w * times(M.C, d);
#elif defined(NORMAL_RULE_INVERSE_TRANSPOSE_OF_BLEND)
  return vec3(0.0);
#elif defined(NORMAL_RULE_BLEND_OF_INVERSE_TRANSPOSES)
  return (w / det(M.C)) * times(cofactor(M.C), d);
#endif
}

void add_influence(uint j, float w, Surface rest, inout Sums sum) {
  if (w != 0.0) {
    Affine M = palette_transform(j);
    sum.x += w * times(M, rest.x);
    sum.n += carried_normal(w, M, rest.n);
#if defined(TANGENT_RULE_DIRECTION)
    sum.t += w * times(M.C, rest.t);
#elif defined(TANGENT_RULE_AS_NORMALS)
    sum.t += carried_normal(w, M, rest.t);
#endif
#if defined(NORMAL_RULE_INVERSE_TRANSPOSE_OF_BLEND)
    sum.B += w * M.C;
#endif
  }
}

Surface linearly_blended(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  Sums sum = Sums(vec3(0.0), vec3(0.0), vec3(0.0), mat3(0.0));
#if defined(FORMULATION_UNROLLED)
#define ADD_INFLUENCE(i) add_influence(j[i], w[i], rest, sum);
  EACH_INFLUENCE(ADD_INFLUENCE)
#elif defined(FORMULATION_IMPLICIT_LAST_WEIGHT)
  float others = 0.0;
  for (int i = 0; i < INFLUENCES - 1; ++i) {
    add_influence(j[i], w[i], rest, sum);
    others += w[i];
  }
  add_influence(j[INFLUENCES - 1], 1.0 - others, rest, sum);
#else
  for (int i = 0; i < INFLUENCES; ++i) add_influence(j[i], w[i], rest, sum);
#endif
#if defined(NORMAL_RULE_INVERSE_TRANSPOSE_OF_BLEND)
  sum.n = inverse_transpose_of(sum.B, rest.n);
#if defined(TANGENT_RULE_AS_NORMALS)
  sum.t = inverse_transpose_of(sum.B, rest.t);
#endif
#endif
  return Surface(sum.x, normalize(sum.n), normalize(sum.t));
}

#endif
