// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Spherical joint blending by example.
//   d_k = q_k^-1(x_k - c_k') + c - x, dn_k = q_k^-1(n_k) - n
//   x' = q(x + sum_k a_k d_k - c) + c', n' = normalize(q(n + sum_k a_k dn_k)), t' = normalize(q(t))
// q, c, c' as in gpu/skinning/spherical_joint_blend.glsl. Symbols as in reference/examples/spherical_joint_by_example.md; a weight
// of 0 contributes nothing, whatever its joint holds.

JOINT_INPUT(parents, 1, 1)
JOINT_INPUT(bind_positions, 1, 3)
UNIFORM_INPUT(example_counts, any)
FRAME_INPUT(example_positions, 1, 3)
FRAME_INPUT(example_normals, 1, 3)
JOINT_INPUT(example_rotations, any, 4)
JOINT_INPUT(example_translations, any, 3)
JOINT_INPUT(example_weights, any, 1)

#include "gpu/skinning/shared/common_pivot.glsl"
#include "gpu/skinning/shared/weight_policies.glsl"

bool is_in_support(uint joint, uint j[INFLUENCES], float w[INFLUENCES]) {
  float parent = parents(joint).x;
  return parent >= 0.0 && influences(parent, j, w) && !influences(parents(uint(parent)).x, j, w);
}

// Of example k, or of the pose.
Rigid motion(uint joint, int k) {
  if (k < 0) return palette_rigid(joint);
  return Rigid(example_rotations(joint, k), example_translations(joint, k).xyz);
}

vec4 blended(uint lead, uint j[INFLUENCES], float w[INFLUENCES], int k) {
  vec4 q_lead = motion(lead, k).q;
  vec4 b = vec4(0.0);
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] != 0.0) {
      vec4 q_i = motion(j[i], k).q;
      b += w[i] * (dot(q_i, q_lead) < 0.0 ? -q_i : q_i);
    }
  }
  return b / length(b);
}

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  if (!weigh(w)) return still(rest);
  uint lead, p;
  find_pivot(j, w, lead, p);
  vec3 c = bind_positions(p).xyz;
  vec3 x = rest.x;
  vec3 n = rest.n;
  for (int joint = 0; joint < EXAMPLE_COUNTS_COUNT; ++joint) {
    if (example_counts[joint] > 0.0 && is_in_support(uint(joint), j, w)) {
      for (int k = 0; k < EXAMPLE_WEIGHTS_ROWS; ++k) {
        if (float(k) < example_counts[joint]) {
          float a = example_weights(uint(joint), k).x;
          vec4 back = conjugate(blended(lead, j, w, k));
          Rigid M_k = motion(p, k);
          vec3 moved_c = rotate(M_k.q, c) + M_k.t;
          x += a * (rotate(back, example_positions(k).xyz - moved_c) + c - rest.x);
#if defined(HAS_EXAMPLE_NORMALS)
          n += a * (rotate(back, example_normals(k).xyz) - rest.n);
#endif
        }
      }
    }
  }
  vec4 q = blended(lead, j, w, -1);
  Rigid M_p = palette_rigid(p);
  vec3 moved = rotate(q, x - c) + (rotate(M_p.q, c) + M_p.t);
  return Surface(moved, normalize(rotate(q, n)), normalize(rotate(q, rest.t)));
}

OFFERS(FORM_ROWS_3X4)
OFFERS(FORM_QUATERNION_TRANSLATION)
OFFERS(FORM_DUAL_QUATERNION)
