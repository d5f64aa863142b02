// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Stitching: one joint per vertex.
//   x' = C x + t, t' = normalize(C t), (C, t) = M_j, M_j the skinning matrix of the vertex's joint
//   n' = normalize(N n), N by normal rule: direction C, inverse-transpose sign(det C) cof(C)
// Symbols as in reference/skinning/stitching.md.

Surface skin(Surface rest, uint j) {
  Affine M = palette_transform(j);
  Surface posed;
  posed.x = M.C * rest.x + M.t;
  posed.t = normalize(M.C * rest.t);
#if defined(NORMAL_RULE_DIRECTION)
  posed.n = normalize(M.C * rest.n);
#elif defined(NORMAL_RULE_INVERSE_TRANSPOSE)
  vec3 n = cofactor(M.C) * rest.n;
  posed.n = normalize(det(M.C) < 0.0 ? -n : n);
#endif
  return posed;
}
