// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Twist.
//   y' = (C y_x - S y_y, S y_x + C y_y, y_z), m' = J^-T m, b' = J b, in the deformer's space
// Symbols as in reference/deform/twist.md.

#include "gpu/deform/shared/space.glsl"

UNIFORM_INPUT(angles, any)

float value_at(int k) { return angles[k]; }

#include "gpu/deform/shared/profile.glsl"

Surface skin(Surface rest) {
  vec3 y = turned_back(rest.x - deformer_origin);
  vec3 m = turned_back(rest.n);
  vec3 b = turned_back(rest.t);
  vec2 f = profile_at(y.z);
  float C = cosine(f.x), S = sine(f.x), s = f.y;
  vec3 moved = vec3(C * y.x - S * y.y, S * y.x + C * y.y, y.z);
  vec3 normal = vec3(C * m.x - S * m.y, S * m.x + C * m.y, m.z + s * (y.y * m.x - y.x * m.y));
  vec3 tangent = vec3(C * b.x - S * b.y - s * moved.y * b.z, S * b.x + C * b.y + s * moved.x * b.z, b.z);
  return Surface(deformer_origin + turned(moved), normalize(turned(normal)), normalize(turned(tangent)));
}
