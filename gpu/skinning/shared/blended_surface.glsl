// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// sum_i w_i M_i of a surface, directions by sum_i w_i C_i, nothing normalised.

Surface blended_surface(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  Surface sum = Surface(vec3(0.0), vec3(0.0), vec3(0.0));
  for (int i = 0; i < INFLUENCES; ++i) {
    if (w[i] != 0.0) {
      Affine M = palette_transform(j[i]);
      sum.x += w[i] * (M.C * rest.x + M.t);
      sum.n += w[i] * (M.C * rest.n);
      sum.t += w[i] * (M.C * rest.t);
    }
  }
  return sum;
}
