// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Morph targets: x + sum_i phi_i dx_i, n + sum_i phi_i dn_i, t + sum_i phi_i dt_i, nothing normalised.
// Symbols as in reference/morph/dense.md; a target of weight 0 contributes nothing, whatever it holds. Before it stands
// float weight_of_target(int i).

FRAME_INPUT(target_positions, 1, 3)
FRAME_INPUT(target_normals, 1, 3)
FRAME_INPUT(target_tangents, 1, 3)

Surface morphed(Surface rest) {
  Surface y = rest;
  for (int i = 0; i < TARGET_POSITIONS_SLOTS; ++i) {
    float phi = weight_of_target(i);
    if (phi != 0.0) {
      y.x += phi * target_positions(i).xyz;
#if defined(HAS_TARGET_NORMALS)
      y.n += phi * target_normals(i).xyz;
#endif
#if defined(HAS_TARGET_TANGENTS)
      y.t += phi * target_tangents(i).xyz;
#endif
    }
  }
  return y;
}
