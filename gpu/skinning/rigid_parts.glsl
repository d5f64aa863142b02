// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Rigid parts: every vertex is stored in the space of its joint and moves with it.
//   x' = C x + t, t' = normalize(C t), (C, t) = W_j, W_j the joint's world transform
//   n' = normalize(N n), N by normal rule: direction C, inverse-transpose sign(det C) cof(C); t' by N, too, by tangent rule
//   as-normals
// Symbols as in reference/skinning/rigid_parts.md.

vec3 carried_normal(mat3 C, vec3 d) {
#if defined(NORMAL_RULE_DIRECTION)
  return C * d;
#elif defined(NORMAL_RULE_INVERSE_TRANSPOSE)
  vec3 y = cofactor(C) * d;
  return det(C) < 0.0 ? -y : y;
#endif
}

Surface skin(Surface rest, uint j) {
  Affine W = palette_transform(j);
  Surface posed;
  posed.x = W.C * rest.x + W.t;
  posed.n = normalize(carried_normal(W.C, rest.n));
#if defined(TANGENT_RULE_DIRECTION)
  posed.t = normalize(W.C * rest.t);
#elif defined(TANGENT_RULE_AS_NORMALS)
  posed.t = normalize(carried_normal(W.C, rest.t));
#endif
  return posed;
}
