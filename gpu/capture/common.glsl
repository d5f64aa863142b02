// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What every algorithm's body may use: the palette's transforms and the linear algebra of
// reference/core/transform.h. The program before this text declares
//   vec4 palette[]   3 rows of M_j = [C_j | t_j] a joint

struct Affine {  // x -> C x + t
  mat3 C;
  vec3 t;
};

struct Surface {  // position, normal, tangent direction; an attribute that the mesh lacks is 0 and not captured
  vec3 x;
  vec3 n;
  vec3 t;
};

Affine palette_transform(uint j) {
  vec4 row0 = palette[3u * j];
  vec4 row1 = palette[3u * j + 1u];
  vec4 row2 = palette[3u * j + 2u];
  mat3 C = mat3(row0.x, row1.x, row2.x, row0.y, row1.y, row2.y, row0.z, row1.z, row2.z);
  return Affine(C, vec3(row0.w, row1.w, row2.w));
}

mat3 cofactor(mat3 C) { return mat3(cross(C[1], C[2]), cross(C[2], C[0]), cross(C[0], C[1])); }

float det(mat3 C) { return dot(C[0], cross(C[1], C[2])); }

