// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Rigid parts: every vertex is stored in the space of its joint and moves with it.
//   x' = C x + t, t' = normalize(C t), (C, t) = W_j, W_j the joint's world transform
//   n' = normalize(N n), N by normal rule: direction C, inverse-transpose sign(det C) cof(C)
// Symbols as in reference/skinning/rigid_parts.md.

Surface skin(Surface rest, uint j) {
  Affine W = palette_transform(j);
  Surface posed;
  posed.x = W.C * rest.x + W.t;
  posed.t = normalize(W.C * rest.t);
#if defined(NORMAL_RULE_DIRECTION)
  posed.n = normalize(W.C * rest.n);
#elif defined(NORMAL_RULE_INVERSE_TRANSPOSE)
  vec3 n = cofactor(W.C) * rest.n;
  posed.n = normalize(det(W.C) < 0.0 ? -n : n);
#endif
  return posed;
}
