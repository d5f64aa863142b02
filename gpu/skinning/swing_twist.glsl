// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Swing-twist deformers.
//   Q = q_i* q_j, Q_w >= 0;   Q = S K, K the twist about d by alpha = 2 atan2(p, Q_w), p = d . Q_xyz
//   q = q_i S^w K^e
//   x' = q(x - c) + M_j c,   n' = normalize(q(n)),   t' = normalize(q(t))
// First, influences_kept, zero_sum and weight_sum change the weights.
// Symbols as in reference/skinning/swing_twist.md. At most two joints influence a vertex, one the
// other's parent; a weight of 0 contributes nothing, whatever its joint, bone or endpoint weight holds.

#include "gpu/skinning/shared/weight_policies.glsl"

JOINT_INPUT(parents, 1, 1)
JOINT_INPUT(bone_heads, 1, 3)
JOINT_INPUT(bone_tails, 1, 3)
#if defined(HAS_ENDPOINT_WEIGHTS)
INFLUENCE_INPUT(endpoint_weights, 1, 1)
#endif

OFFERS(FORM_ROWS_3X4)
OFFERS(FORM_QUATERNION_TRANSLATION)
OFFERS(FORM_DUAL_QUATERNION)

// A joint's slots together; e is the first slot's endpoint weight.
struct JointInfluence {
  uint j;
  float w;
  float e;
};

// (sin((1 - w) theta), sin(w theta)) / sin(theta), theta between 1 and the unit quaternion S, S.w >= 0
vec2 arc_weights(vec4 S, float w) {
#if defined(FORMULATION_ARCCOSINE)
  float theta = arccosine(min(S.w, 1.0));
#elif defined(FORMULATION_HALF_ANGLE)
  vec4 one = vec4(0.0, 0.0, 0.0, 1.0);
  float theta = 2.0 * arctangent2(length(S - one), length(S + one));
#endif
  if (theta == 0.0) return vec2(1.0 - w, w);
  return vec2(sine((1.0 - w) * theta), sine(w * theta)) / sine(theta);
}

// S^w K^e of Q = S K
vec4 blended(vec4 Q, vec3 d, float w, float e) {
  if (Q.w < 0.0) Q = -Q;
  float p = dot(d, Q.xyz);
  vec4 K = vec4(d * p, Q.w) / sqrt(p * p + Q.w * Q.w);
  vec4 S = quaternion_product(Q, conjugate(K));
  vec2 arc = arc_weights(S, w);
  vec4 Sw = vec4(arc.y * S.xyz, arc.x + arc.y * S.w);
  float half_angle = e * arctangent2(p, Q.w);
  vec4 Ke = vec4(d * sine(half_angle), cosine(half_angle));
  return quaternion_product(Sw, Ke);
}

// Parent i, or -1; child j with its shares of swing and twist.
Surface bend(Surface rest, int i, JointInfluence j) {
  Rigid M_j = palette_rigid(j.j);
  vec4 q = M_j.q;
  vec3 c = vec3(0.0);
  if (i >= 0) {
    vec4 q_i = palette_rigid(uint(i)).q;
    c = bone_heads(j.j).xyz;
    vec3 d = normalize(bone_tails(j.j).xyz - c);
    q = quaternion_product(q_i, blended(quaternion_product(conjugate(q_i), M_j.q), d, j.w, j.e));
  }
  vec3 x = rotate(q, rest.x - c) + rotate(M_j.q, c) + M_j.t;
  return Surface(x, normalize(rotate(q, rest.n)), normalize(rotate(q, rest.t)));
}

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  if (!weigh(w)) return still(rest);
  JointInfluence first = JointInfluence(0u, 0.0, 1.0);
  JointInfluence second = JointInfluence(0u, 0.0, 1.0);
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] != 0.0) {
      float e = 1.0;
#if defined(HAS_ENDPOINT_WEIGHTS)
      e = endpoint_weights(i).x;
#endif
      if (first.w == 0.0)
        first = JointInfluence(j[i], w[i], e);
      else if (first.j == j[i])
        first.w += w[i];
      else if (second.w == 0.0)
        second = JointInfluence(j[i], w[i], e);
      else
        second.w += w[i];
    }
  }
  bool lone = second.w == 0.0;
  int above = int(parents(first.j).x);
  if (!lone && above != int(second.j)) {
    JointInfluence other = first;
    first = second;
    second = other;
    above = int(second.j);
  }
#if !defined(HAS_ENDPOINT_WEIGHTS)
  first.e = first.w;
  if (lone) above = -1;
#endif
  if (lone) first.w = 1.0;
  return bend(rest, above, first);
}
