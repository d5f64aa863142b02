// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Bend.
//   y' = (y_x, y_0 + S / k - S y_z + C D, 2 sin^2(theta / 2) / k + C y_z + S D), m' = K J^-T m, b' = J b, in the deformer's space
// Symbols as in reference/deform/bend.md.

#include "gpu/deform/shared/space.glsl"

UNIFORM_INPUT(curvature, 1)
UNIFORM_INPUT(bend_centre, 1)
UNIFORM_INPUT(bend_range, 2)

// Where y goes; D: how far y.y lies beyond the range
vec3 bent(vec3 y, float theta, float D) {
  float C = cosine(theta), S = sine(theta);
#if defined(FORMULATION_QUATERNION)
  float s = sine(theta / 2.0);
  return vec3(y.x, bend_centre + S / curvature - S * y.z + C * D, 2.0 * s * s / curvature + C * y.z + S * D);
#elif defined(FORMULATION_MATRIX)
  float c = 1.0 / curvature;
  return vec3(y.x, bend_centre - S * (y.z - c) + C * D, c + C * (y.z - c) + S * D);
#endif
}

Surface skin(Surface rest) {
  vec3 y = turned_back(rest.x - deformer_origin);
  vec3 m = turned_back(rest.n);
  vec3 b = turned_back(rest.t);
  if (curvature == 0.0) return Surface(deformer_origin + turned(y), normalize(turned(m)), normalize(turned(b)));
  float inside = clamp(y.y, bend_range.x, bend_range.y);
  bool beyond = y.y < bend_range.x || y.y > bend_range.y;
  float D = y.y - inside;
  float theta = curvature * (inside - bend_centre);
  float C = cosine(theta), S = sine(theta);
  float K = beyond ? 1.0 : 1.0 - curvature * y.z;
  vec3 moved = bent(y, theta, D);
  vec3 normal = vec3(K * m.x, C * m.y - S * (K * m.z), S * m.y + C * (K * m.z));
  vec3 tangent = vec3(b.x, C * (K * b.y) - S * b.z, S * (K * b.y) + C * b.z);
  return Surface(deformer_origin + turned(moved), normalize(turned(normal)), normalize(turned(tangent)));
}
