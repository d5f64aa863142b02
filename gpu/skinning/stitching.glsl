// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Stitching: one joint per vertex.
//   x' = C x + t, t' = normalize(C t), (C, t) = M_j, M_j the skinning matrix of the vertex's joint
//   n' = normalize(N n), N by normal rule: direction C, inverse-transpose sign(det C) cof(C)
//   t' = normalize(N t) by tangent rule as-normals
// Symbols as in reference/skinning/stitching.md.

#include "gpu/skinning/shared/inverse_transpose.glsl"

vec3 carried_normal(mat3 C, vec3 d) {
#if defined(NORMAL_RULE_DIRECTION)
  return C * d;
#elif defined(NORMAL_RULE_INVERSE_TRANSPOSE)
  return inverse_transpose_of(C, d);
#endif
}

Surface skin(Surface rest, uint j) {
  Affine M = palette_transform(j);
#if defined(TANGENT_RULE_DIRECTION)
  vec3 t = M.C * rest.t;
#elif defined(TANGENT_RULE_AS_NORMALS)
  vec3 t = carried_normal(M.C, rest.t);
#endif
  return Surface(M.C * rest.x + M.t, normalize(carried_normal(M.C, rest.n)), normalize(t));
}
