// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Taper.
//   y' = (r y_x, r y_y, y_z), m' = r^2 J^-T m, b' = J b, in the deformer's space
// Symbols as in reference/deform/taper.md.

#include "gpu/deform/shared/space.glsl"

UNIFORM_INPUT(factors, any)

float value_at(int k) { return factors[k]; }

#include "gpu/deform/shared/profile.glsl"

Surface skin(Surface rest) {
  vec3 y = turned_back(rest.x - deformer_origin);
  vec3 m = turned_back(rest.n);
  vec3 b = turned_back(rest.t);
  vec2 f = profile_at(y.z);
  float r = f.x, s = f.y;
  vec3 moved = vec3(r * y.xy, y.z);
  vec3 normal = vec3(r * m.xy, r * (r * m.z - s * (y.x * m.x + y.y * m.y)));
  vec3 tangent = vec3(r * b.x + s * y.x * b.z, r * b.y + s * y.y * b.z, b.z);
  return Surface(deformer_origin + turned(moved), normalize(turned(normal)), normalize(turned(tangent)));
}
