// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Logarithms and exponentials of rigid motions; symbols as in reference/skinning/log_blend.md.

// sin(x) / x
float sinc(float x) { return x == 0.0 ? 1.0 : sine(x) / x; }

// B(x) = (x - sin x) / x^3
float cubic_sine_excess(float x) {
  if (x >= 1.0) return (x - sine(x)) / (x * x * x);
  float z = x * x;
  return 1.0 / 6.0 - z * (1.0 / 120.0 - z * (1.0 / 5040.0 - z * (1.0 / 362880.0 - z * (1.0 / 39916800.0))));
}

// D(x) = (sin x - x cos x) / x^3
float cubic_cosine_excess(float x) {
  if (x >= 1.0) return (sine(x) - x * cosine(x)) / (x * x * x);
  float z = x * x;
  return 1.0 / 3.0 - z * (1.0 / 30.0 - z * (1.0 / 840.0 - z * (1.0 / 45360.0 - z * (1.0 / 3991680.0))));
}

// h = atan2(|v|, c) / |v| v, q = (v, c) with c >= 0
vec3 half_log(vec4 q) {
  vec4 p = q.w < 0.0 ? -q : q;
  float s = length(p.xyz);
  return (s > 0.0 ? arctangent2(s, p.w) / s : 1.0 / p.w) * p.xyz;
}

// The twist (2 h, nu).
struct RigidLog {
  vec3 h;
  vec3 nu;
};

RigidLog rigid_log(Rigid M) {
  vec3 h = half_log(M.q);
  float x = length(h);
  vec3 a = cross(h, M.t), b = cross(h, a);
  float k = cubic_cosine_excess(x) / sinc(x);
  return RigidLog(h, M.t - a + k * b);
}

Rigid rigid_exp(RigidLog l) {
  float x = length(l.h);
  float s = sinc(x);
  vec3 a = cross(l.h, l.nu), b = cross(l.h, a);
  float k = 4.0 * cubic_sine_excess(2.0 * x);
  return Rigid(vec4(s * l.h, cosine(x)), l.nu + (s * s) * a + k * b);
}

// exp(sum_i w_i log M_i); a weight of 0 contributes nothing, whatever its joint holds.
Rigid log_blended(uint j[INFLUENCES], float w[INFLUENCES]) {
  RigidLog sum = RigidLog(vec3(0.0), vec3(0.0));
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] != 0.0) {
      RigidLog l = rigid_log(palette_rigid(j[i]));
      sum.h += w[i] * l.h;
      sum.nu += w[i] * l.nu;
    }
  }
  return rigid_exp(sum);
}
