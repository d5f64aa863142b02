// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Stretchable, twistable bones.
//   x' = sum_i w_i (a'_i + R_i (e_i s_i) + R_i K_i (x - a_i)),   a'_i = M_i a_i
//   n' = normalize(sum_i w_i R_i K_i n),   t' = normalize(sum_i w_i R_i K_i t)
//   K_i = rotation by theta = e_i tau_i about d_i = (b_i - a_i) / norm(b_i - a_i)
// First, influences_kept, zero_sum and weight_sum change the weights.
// Symbols as in reference/skinning/stretchable_twistable.md; a weight of 0 contributes nothing, whatever its joint,
// bone or endpoint weight holds.

#include "gpu/skinning/shared/weight_policies.glsl"

JOINT_INPUT(bone_heads, 1, 3)
JOINT_INPUT(bone_tails, 1, 3)
JOINT_INPUT(stretches, 1, 3)
JOINT_INPUT(twists, 1, 1)
INFLUENCE_INPUT(endpoint_weights, 1, 1)

// The parts of R K; OFFERS names the palette's forms.
OFFERS(FORM_ROWS_3X4)
OFFERS(FORM_QUATERNION_TRANSLATION)
OFFERS(FORM_DUAL_QUATERNION)

struct Twist {
  vec4 R;
  vec3 d;
  float theta;
};

#if defined(FORMULATION_COMBINED_QUATERNION)
// q y q*, q = R (d sin(theta / 2), cos(theta / 2))
vec3 twisted(Twist twist, vec3 y) {
  float half_theta = twist.theta / 2.0;
  vec4 k = vec4(twist.d * sine(half_theta), cosine(half_theta));
  return rotate(quaternion_product(twist.R, k), y);
}
#elif defined(FORMULATION_RODRIGUES)
// R K y, K y = y cos(theta) + (d x y) sin(theta) + d (d . y)(1 - cos(theta))
vec3 twisted(Twist twist, vec3 y) {
  float c = cosine(twist.theta);
  vec3 Ky = y * c + cross(twist.d, y) * sine(twist.theta) + twist.d * dot(twist.d, y) * (1.0 - c);
  return rotate(twist.R, Ky);
}
#endif

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  if (!weigh(w)) return still(rest);
  Surface sum = Surface(vec3(0.0), vec3(0.0), vec3(0.0));
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] != 0.0) {
      Rigid M = palette_rigid(j[i]);
      vec3 a = bone_heads(j[i]).xyz;
      vec3 b = bone_tails(j[i]).xyz;
      float e = endpoint_weights(i).x;
      float tau = twists(j[i]).x;
      Twist twist = Twist(M.q, vec3(0.0), e * tau);
      if (tau != 0.0) twist.d = normalize(b - a);  // a bone without length is allowed if it does not twist
      vec3 head = rotate(M.q, a) + M.t;
      vec3 stretch = rotate(M.q, e * stretches(j[i]).xyz);
      sum.x += w[i] * (head + stretch + twisted(twist, rest.x - a));
      sum.n += w[i] * twisted(twist, rest.n);
      sum.t += w[i] * twisted(twist, rest.t);
    }
  }
  return Surface(sum.x, normalize(sum.n), normalize(sum.t));
}
