// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Bones blending.
//   x' = R(x - c) + c', n' = normalize(R(n)), t' = normalize(R(t))
//   R = q_i exp(w log(q_i* q_j)), c' = q_j(c) + t_j, i the parent, j the child, w its weight, c its bind position
// One joint alone carries the vertex. First, influences_kept, zero_sum and weight_sum change the weights.
// Symbols as in reference/skinning/bones_blending.md; a weight of 0 contributes nothing, whatever its joint holds.

#include "gpu/skinning/shared/weight_policies.glsl"

JOINT_INPUT(parents, 1, 1)
JOINT_INPUT(bind_positions, 1, 3)

#if defined(FORMULATION_SLERP)
// slerp(q_i, q_j, w) on the short arc
vec4 part_of_arc(vec4 q_i, vec4 q_j, float w) {
  vec4 q = dot(q_i, q_j) < 0.0 ? -q_j : q_j;
  float theta = 2.0 * arctangent2(length(q - q_i), length(q + q_i));
  if (theta == 0.0) return (1.0 - w) * q_i + w * q;
  return (sine((1.0 - w) * theta) / sine(theta)) * q_i + (sine(w * theta) / sine(theta)) * q;
}
#elif defined(FORMULATION_AXIS_ANGLE)
// q_i exp(w log(q_i* q_j)): h is half the rotation vector
vec4 part_of_arc(vec4 q_i, vec4 q_j, float w) {
  vec4 between = quaternion_product(conjugate(q_i), q_j);
  if (between.w < 0.0) between = -between;
  float s = length(between.xyz);
  float angle_over_sine = s > 0.0 ? arctangent2(s, between.w) / s : 1.0 / between.w;
  vec3 h = w * angle_over_sine * between.xyz;
  float x = length(h);
  return quaternion_product(q_i, vec4((x == 0.0 ? 1.0 : sine(x) / x) * h, cosine(x)));
}
#endif

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  if (!weigh(w)) return still(rest);
  uint first = 0u, second = 0u;
  float w_first = 0.0, w_second = 0.0;
  int joints = 0;
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] != 0.0) {
      if (joints == 0) {
        first = j[i];
        joints = 1;
      }
      if (j[i] == first) {
        w_first += w[i];
      } else {
        second = j[i];
        w_second += w[i];
        joints = 2;
      }
    }
  }
  Rigid M = palette_rigid(first);
  vec4 R = M.q;
  vec3 x = rotate(M.q, rest.x) + M.t;
  if (joints == 2) {
    bool second_is_child = parents(second).x == float(first);
    uint parent = second_is_child ? first : second;
    uint child = second_is_child ? second : first;
    Rigid M_j = palette_rigid(child);
    vec3 c = bind_positions(child).xyz;
    R = part_of_arc(palette_rigid(parent).q, M_j.q, second_is_child ? w_second : w_first);
    x = rotate(R, rest.x - c) + (rotate(M_j.q, c) + M_j.t);
  }
  return Surface(x, normalize(rotate(R, rest.n)), normalize(rotate(R, rest.t)));
}

OFFERS(FORM_ROWS_3X4)
OFFERS(FORM_QUATERNION_TRANSLATION)
OFFERS(FORM_DUAL_QUATERNION)
