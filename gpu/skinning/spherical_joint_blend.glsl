// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Spherical joint blending.
//   q = b / |b|, b = sum_i w_i s_i q_i, s_i = -1 where q_i . q_lead < 0, else +1
//   x' = q(x - c) + M_p c, n' = normalize(q(n)), t' = normalize(q(t))
// lead: the joint that is another's parent, else the first; p: the first joint that is not such a parent; c
// its bind position. First, influences_kept, zero_sum and weight_sum change the weights.
// Symbols as in reference/skinning/spherical_joint_blend.md; a weight of 0 contributes nothing, whatever its joint holds.

JOINT_INPUT(parents, 1, 1)
JOINT_INPUT(bind_positions, 1, 3)

#include "gpu/skinning/shared/common_pivot.glsl"
#include "gpu/skinning/shared/weight_policies.glsl"

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  if (!weigh(w)) return still(rest);
  uint lead, p;
  find_pivot(j, w, lead, p);
  vec4 q_lead = palette_rigid(lead).q;
  vec4 b = vec4(0.0);
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] != 0.0) {
      vec4 q_i = palette_rigid(j[i]).q;
      b += w[i] * (dot(q_i, q_lead) < 0.0 ? -q_i : q_i);
    }
  }
  vec4 q = b / length(b);
  Rigid M_p = palette_rigid(p);
  vec3 c = bind_positions(p).xyz;
  vec3 x = rotate(q, rest.x - c) + (rotate(M_p.q, c) + M_p.t);
  return Surface(x, normalize(rotate(q, rest.n)), normalize(rotate(q, rest.t)));
}

OFFERS(FORM_ROWS_3X4)
OFFERS(FORM_QUATERNION_TRANSLATION)
OFFERS(FORM_DUAL_QUATERNION)
