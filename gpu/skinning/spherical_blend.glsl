// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Spherical blend skinning.
//   q = b / |b|, b = sum_i w_i s_i q_i, s_i = -1 where q_i . q_lead < 0, else +1
//   r = m + N+ g, N = sum D^T D, g = sum D^T (M_j m - M_i m), D = C_i - C_j, over the pairs of joints
//   x' = q(x - r) + sum_i w_i M_i r, n' = normalize(q(n)), t' = normalize(q(t))
// lead: the joint with the fewest ancestors; m: the mean of the joints' bind positions.
// First, influences_kept, zero_sum and weight_sum change the weights.
// Symbols as in reference/skinning/spherical_blend.md; a weight of 0 contributes nothing, whatever its joint holds.

#include "gpu/skinning/shared/weight_policies.glsl"

JOINT_INPUT(parents, 1, 1)
JOINT_INPUT(bind_positions, 1, 3)

int ancestors(uint j) {
  int count = 0;
  float p = parents(j).x;
  for (int step = 0; step < 1024 && p >= 0.0; ++step) {
    ++count;
    p = parents(uint(p)).x;
  }
  return count;
}

// One rotation of Jacobi's method in the plane of two axes, which makes N's element pq zero; r is the third axis.
// Separate numbers and columns: with two inout matrices and their indices, NVIDIA's OpenGL compiler (driver
// 580.159) loses stores.
void rotate_plane(inout float pp, inout float qq, inout float pq, inout float pr, inout float qr, inout vec3 v, inout vec3 u) {
  if (pq == 0.0) return;
  float theta = (qq - pp) / (2.0 * pq);
  // Beyond 2^40 the root is |theta|; theta^2 might overflow.
  float root = abs(theta) > 1.0e12 ? abs(theta) : sqrt(theta * theta + 1.0);
  float t = theta < 0.0 ? -1.0 / (root - theta) : 1.0 / (root + theta);
  float c = 1.0 / sqrt(t * t + 1.0);
  float s = t * c;
  pp -= t * pq;
  qq += t * pq;
  pq = 0.0;
  float a = pr, b = qr;
  pr = c * a - s * b;
  qr = s * a + c * b;
  vec3 v_before = v, u_before = u;
  v = c * v_before - s * u_before;
  u = s * v_before + c * u_before;
}

// The part of N+ g along a direction v of squared singular value n; 0 if the singular value is below 1/64 of
// the largest.
vec3 along(vec3 v, float n, float largest, vec3 g) {
  return n >= largest / 4096.0 ? (dot(v, g) / n) * v : vec3(0.0);
}

// N+ g; 0 where the largest singular value of the differences is below 2^-8.
vec3 least_squares(mat3 N, vec3 g) {
  float xx = N[0][0], yy = N[1][1], zz = N[2][2], xy = N[0][1], xz = N[0][2], yz = N[1][2];
  vec3 u = vec3(1.0, 0.0, 0.0), v = vec3(0.0, 1.0, 0.0), w = vec3(0.0, 0.0, 1.0);
  for (int sweep = 0; sweep < 6; ++sweep) {
    rotate_plane(xx, yy, xy, xz, yz, u, v);
    rotate_plane(xx, zz, xz, xy, yz, u, w);
    rotate_plane(yy, zz, yz, xy, xz, v, w);
  }
  float largest = max(xx, max(yy, zz));
  if (largest < 1.0 / 65536.0) return vec3(0.0);
  return along(u, xx, largest, g) + along(v, yy, largest, g) + along(w, zz, largest, g);
}

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  bool blends = weigh(w);  // returning here makes softpipe (Mesa 22.3) lose other vertices in the loops below
  bool once[INFLUENCES];  // an influence whose joint is in no earlier slot
  uint lead = 0u;
  int fewest = -1;
  float joints = 0.0;
  vec3 m = vec3(0.0);
  for (int i = 0; i < INFLUENCES; ++i) {
    once[i] = w[i] != 0.0;
    for (int k = 0; k < i; ++k)
      if (once[k] && j[k] == j[i]) once[i] = false;
    if (once[i]) {
      int count = ancestors(j[i]);
      if (fewest < 0 || count < fewest) {
        fewest = count;
        lead = j[i];
      }
      joints += 1.0;
      m += bind_positions(j[i]).xyz;
    }
  }
  m /= max(joints, 1.0);

  vec4 q_lead = palette_rigid(lead).q;
  vec4 b = vec4(0.0);
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] != 0.0) {
      vec4 q_i = palette_rigid(j[i]).q;
      b += w[i] * (dot(q_i, q_lead) < 0.0 ? -q_i : q_i);
    }
  }
  vec4 q = b / length(b);

  mat3 N = mat3(0.0);
  vec3 g = vec3(0.0);
  for (int i = 0; i < INFLUENCES; ++i)
    for (int k = i + 1; k < INFLUENCES; ++k)
      if (once[i] && once[k]) {
        Rigid M_i = palette_rigid(j[i]), M_k = palette_rigid(j[k]);
        mat3 D = rotation_matrix(M_i.q) - rotation_matrix(M_k.q);
        N += transpose(D) * D;
        g += transpose(D) * ((rotate(M_k.q, m) + M_k.t) - (rotate(M_i.q, m) + M_i.t));
      }
  vec3 r = m + least_squares(N, g);

  vec3 r_moved = vec3(0.0);
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] != 0.0) {
      Rigid M_i = palette_rigid(j[i]);
      r_moved += w[i] * (rotate(M_i.q, r) + M_i.t);
    }
  }
  if (!blends) return still(rest);
  vec3 x = rotate(q, rest.x - r) + r_moved;
  return Surface(x, normalize(rotate(q, rest.n)), normalize(rotate(q, rest.t)));
}

OFFERS(FORM_ROWS_3X4)
OFFERS(FORM_QUATERNION_TRANSLATION)
OFFERS(FORM_DUAL_QUATERNION)
