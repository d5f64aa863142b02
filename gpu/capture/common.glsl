// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Functions for every algorithm's body: the palette's transforms and the linear algebra of
// reference/numeric/transform.h. If the body reads the palette, the program before this text declares
//   HAS_PALETTE, one of FORM_ROWS_3X4, FORM_QUATERNION_TRANSLATION, FORM_DUAL_QUATERNION
//   vec4 palette_row(int n)   JOINT_ROWS a joint, the first of them M_j = [C_j | t_j] in that form Quaternions are
//   (x, y, z, w), their product is Hamilton's.

struct Affine {  // x -> C x + t
  mat3 C;
  vec3 t;
};

struct Rigid {  // x -> rotate(q, x) + t
  vec4 q;
  vec3 t;
};

struct DualQuaternion {  // real + epsilon dual, dual = 1/2 (t, 0) real
  vec4 real;
  vec4 dual;
};

struct Surface {  // position, normal, tangent direction; an attribute that the mesh lacks is 0 and not captured
  vec3 x;
  vec3 n;
  vec3 t;
};

mat3 cofactor(mat3 C) { return mat3(cross(C[1], C[2]), cross(C[2], C[0]), cross(C[0], C[1])); }

float det(mat3 C) { return dot(C[0], cross(C[1], C[2])); }

vec4 quaternion_product(vec4 a, vec4 b) {
  return vec4(a.w * b.xyz + b.w * a.xyz + cross(a.xyz, b.xyz), a.w * b.w - dot(a.xyz, b.xyz));
}

vec4 conjugate(vec4 q) { return vec4(-q.xyz, q.w); }

// q x q*, q unit
vec3 rotate(vec4 q, vec3 x) { return x + 2.0 * cross(q.xyz, cross(q.xyz, x) + q.w * x); }

mat3 rotation_matrix(vec4 q) {
  float x = q.x, y = q.y, z = q.z, w = q.w;
  return mat3(1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + z * w), 2.0 * (x * z - y * w),
              2.0 * (x * y - z * w), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + x * w),
              2.0 * (x * z + y * w), 2.0 * (y * z - x * w), 1.0 - 2.0 * (x * x + y * y));
}

// The unit quaternion of a rotation, w >= 0: gpu/program/palette_form.h. R[c][r] is row r, column c.
vec4 quaternion_of(mat3 R) {
  float trace = R[0][0] + R[1][1] + R[2][2];
  float wx = R[1][2] - R[2][1], wy = R[2][0] - R[0][2], wz = R[0][1] - R[1][0];
  float xy = R[0][1] + R[1][0], yz = R[1][2] + R[2][1], zx = R[0][2] + R[2][0];
  float largest = max(max(trace, R[0][0]), max(R[1][1], R[2][2]));
  vec4 v;
  if (largest == trace)
    v = vec4(wx, wy, wz, 1.0 + trace);
  else if (largest == R[0][0])
    v = vec4(1.0 + R[0][0] - R[1][1] - R[2][2], xy, zx, wx);
  else if (largest == R[1][1])
    v = vec4(xy, 1.0 - R[0][0] + R[1][1] - R[2][2], yz, wy);
  else
    v = vec4(zx, yz, 1.0 - R[0][0] - R[1][1] + R[2][2], wz);
  return normalize(v.w < 0.0 ? -v : v);
}

#if defined(HAS_PALETTE)

#if defined(FORM_ROWS_3X4)
Affine palette_transform(uint j) {
  vec4 row0 = palette_row(int(JOINT_ROWS * j));
  vec4 row1 = palette_row(int(JOINT_ROWS * j) + 1);
  vec4 row2 = palette_row(int(JOINT_ROWS * j) + 2);
  mat3 C = mat3(row0.x, row1.x, row2.x, row0.y, row1.y, row2.y, row0.z, row1.z, row2.z);
  return Affine(C, vec3(row0.w, row1.w, row2.w));
}

Rigid palette_rigid(uint j) {
  Affine M = palette_transform(j);
  return Rigid(quaternion_of(M.C), M.t);
}
#elif defined(FORM_QUATERNION_TRANSLATION)
Rigid palette_rigid(uint j) {
  return Rigid(palette_row(int(JOINT_ROWS * j)), palette_row(int(JOINT_ROWS * j) + 1).xyz);
}
#elif defined(FORM_DUAL_QUATERNION)
DualQuaternion palette_dual_quaternion(uint j) {
  return DualQuaternion(palette_row(int(JOINT_ROWS * j)), palette_row(int(JOINT_ROWS * j) + 1));
}

Rigid palette_rigid(uint j) {
  DualQuaternion d = palette_dual_quaternion(j);
  return Rigid(d.real, 2.0 * quaternion_product(d.dual, conjugate(d.real)).xyz);
}
#endif

#if !defined(FORM_DUAL_QUATERNION)
DualQuaternion palette_dual_quaternion(uint j) {
  Rigid M = palette_rigid(j);
  return DualQuaternion(M.q, 0.5 * quaternion_product(vec4(M.t, 0.0), M.q));
}
#endif

#if !defined(FORM_ROWS_3X4)
Affine palette_transform(uint j) {
  Rigid M = palette_rigid(j);
  return Affine(rotation_matrix(M.q), M.t);
}
#endif

#endif
