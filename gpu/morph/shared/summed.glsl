// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// x + sum_s phi_s dx_s, n + sum_s phi_s dn_s, t + sum_s phi_s dt_s over the slots of target_positions, nothing normalised; a slot of
// weight 0 contributes nothing, whatever it holds. Needs before it: the inputs and float weight_of_slot(int
// s).

Surface morphed(Surface rest) {
  Surface y = rest;
  for (int s = 0; s < TARGET_POSITIONS_SLOTS; ++s) {
    float phi = weight_of_slot(s);
    if (phi != 0.0) {
      y.x += phi * target_positions(s).xyz;
#if defined(HAS_TARGET_NORMALS)
      y.n += phi * target_normals(s).xyz;
#endif
#if defined(HAS_TARGET_TANGENTS)
      y.t += phi * target_tangents(s).xyz;
#endif
    }
  }
  return y;
}
