// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Normals by the inverse transpose of a matrix that may have none: sign(det B) cof(B) n.

vec3 inverse_transpose_of(mat3 B, vec3 n) {
  vec3 y = cofactor(B) * n;
  return det(B) < 0.0 ? -y : y;
}
