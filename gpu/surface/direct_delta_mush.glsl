// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Direct delta mush.
//   Q = sum_j C_j P_j + t_j p_j^T,  q = sum_j C_j p_j + t_j o_j,  p = sum_j p_j
//   A = Q - q p^T,  R the proper rotation nearest to A
//   x' = R x + (q - R p),  n' = normalize(R n),  t' = normalize(R t)
// Symbols as in reference/surface/direct_delta_mush.md; a slot whose last moment is 0 contributes nothing. R is the
// eigenvector of reference/numeric/polar.h by six Jacobi sweeps, which end for any input.

// xx xy | xz x | yy yz | y zz | z 1
INFLUENCE_INPUT(omegas, 5, 2)

// A symmetric matrix on its way to being diagonal, and the rotations so far.
struct Jacobi4 {
  mat4 a;
  mat4 v;
};

void rotate_pair(inout Jacobi4 K, int p, int q) {
  float a_pq = K.a[p][q];
  float d = K.a[q][q] - K.a[p][p];
  float root = sqrt(d * d + 4.0 * a_pq * a_pq);
  if (a_pq != 0.0 && root > 0.0) {
    float t = 2.0 * a_pq / (d < 0.0 ? d - root : d + root);
    float c = inversesqrt(1.0 + t * t);
    float s = t * c;
    float pp = K.a[p][p] - t * a_pq;
    float qq = K.a[q][q] + t * a_pq;
    for (int k = 0; k < 4; ++k) {
      float kp = K.a[p][k];
      float kq = K.a[q][k];
      K.a[p][k] = c * kp - s * kq;
      K.a[k][p] = K.a[p][k];
      K.a[q][k] = s * kp + c * kq;
      K.a[k][q] = K.a[q][k];
    }
    K.a[p][p] = pp;
    K.a[q][q] = qq;
    K.a[p][q] = 0.0;
    K.a[q][p] = 0.0;
    vec4 vp = K.v[p];
    vec4 vq = K.v[q];
    K.v[p] = c * vp - s * vq;
    K.v[q] = s * vp + c * vq;
  }
}

// q as (x, y, z, w); the columns of A are A[0], A[1], A[2]
vec4 nearest_rotation(mat3 A) {
  float yx = A[1][0] + A[0][1];
  float zx = A[2][0] + A[0][2];
  float zy = A[2][1] + A[1][2];
  float wx = A[1][2] - A[2][1];
  float wy = A[2][0] - A[0][2];
  float wz = A[0][1] - A[1][0];
  Jacobi4 K = Jacobi4(mat4(vec4(A[0][0] - A[1][1] - A[2][2], yx, zx, wx),
                           vec4(yx, A[1][1] - A[0][0] - A[2][2], zy, wy),
                           vec4(zx, zy, A[2][2] - A[0][0] - A[1][1], wz),
                           vec4(wx, wy, wz, A[0][0] + A[1][1] + A[2][2])),
                      mat4(1.0));
  for (int sweep = 0; sweep < 6; ++sweep) {
    rotate_pair(K, 0, 1);
    rotate_pair(K, 2, 3);
    rotate_pair(K, 0, 2);
    rotate_pair(K, 1, 3);
    rotate_pair(K, 0, 3);
    rotate_pair(K, 1, 2);
  }
  vec4 best = K.v[3];
  float largest = K.a[3][3];
  for (int i = 2; i >= 0; --i) {
    if (K.a[i][i] > largest) {
      largest = K.a[i][i];
      best = K.v[i];
    }
  }
  return normalize(best);
}

Surface skin(Surface rest, uint j[INFLUENCES]) {
  mat3 Q = mat3(0.0);
  vec3 q = vec3(0.0);
  vec3 p = vec3(0.0);
  for (int i = 0; i < INFLUENCES; ++i) {
    vec2 z1 = omegas(i, 4).xy;
    if (z1.y != 0.0) {
      vec2 xx_xy = omegas(i, 0).xy;
      vec2 xz_x = omegas(i, 1).xy;
      vec2 yy_yz = omegas(i, 2).xy;
      vec2 y_zz = omegas(i, 3).xy;
      mat3 P_j = mat3(xx_xy.x, xx_xy.y, xz_x.x, xx_xy.y, yy_yz.x, yy_yz.y, xz_x.x, yy_yz.y, y_zz.y);
      vec3 p_j = vec3(xz_x.y, y_zz.x, z1.x);
      Affine M = palette_transform(j[i]);
      Q += M.C * P_j + outerProduct(M.t, p_j);
      q += M.C * p_j + M.t * z1.y;
      p += p_j;
    }
  }
  mat3 A = Q - outerProduct(q, p);
  mat3 R = rotation_matrix(nearest_rotation(A));
  return Surface(R * rest.x + (q - R * p), normalize(R * rest.n), normalize(R * rest.t));
}
