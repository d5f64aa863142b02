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

// One rotation of Jacobi's method in the plane of axes p and q, which makes the matrix's element pq zero; k and l
// are the other two axes, vp and vq columns of the rotations so far. Separate numbers and columns: with an inout
// matrix and indices, NVIDIA's OpenGL compiler (driver 580.159) loses stores.
void rotate_pair(inout float pp, inout float qq, inout float pq, inout float kp, inout float kq, inout float lp, inout float lq,
                 inout vec4 vp, inout vec4 vq) {
  float d = qq - pp;
  float root = sqrt(d * d + 4.0 * pq * pq);
  if (pq != 0.0 && root > 0.0) {
    float t = 2.0 * pq / (d < 0.0 ? d - root : d + root);
    float c = inversesqrt(1.0 + t * t);
    float s = t * c;
    pp -= t * pq;
    qq += t * pq;
    pq = 0.0;
    float k = kp, l = lp;
    kp = c * k - s * kq;
    kq = s * k + c * kq;
    lp = c * l - s * lq;
    lq = s * l + c * lq;
    vec4 v = vp;
    vp = c * v - s * vq;
    vq = s * v + c * vq;
  }
}

void take_larger(float value, vec4 vector, inout float largest, inout vec4 best) {
  if (value > largest) {
    largest = value;
    best = vector;
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
  float xx = A[0][0] - A[1][1] - A[2][2];
  float yy = A[1][1] - A[0][0] - A[2][2];
  float zz = A[2][2] - A[0][0] - A[1][1];
  float ww = A[0][0] + A[1][1] + A[2][2];
  vec4 x = vec4(1.0, 0.0, 0.0, 0.0), y = vec4(0.0, 1.0, 0.0, 0.0), z = vec4(0.0, 0.0, 1.0, 0.0), w = vec4(0.0, 0.0, 0.0, 1.0);
  for (int sweep = 0; sweep < 6; ++sweep) {
    rotate_pair(xx, yy, yx, zx, zy, wx, wy, x, y);
    rotate_pair(zz, ww, wz, zx, wx, zy, wy, z, w);
    rotate_pair(xx, zz, zx, yx, zy, wx, wz, x, z);
    rotate_pair(yy, ww, wy, yx, wx, zy, wz, y, w);
    rotate_pair(xx, ww, wx, yx, wy, zx, wz, x, w);
    rotate_pair(yy, zz, zy, yx, zx, wy, wz, y, z);
  }
  vec4 best = w;
  float largest = ww;
  take_larger(zz, z, largest, best);
  take_larger(yy, y, largest, best);
  take_larger(xx, x, largest, best);
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
