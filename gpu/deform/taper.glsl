// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Taper.
//   y' = (r y_x, r y_y, y_z), m' = r^2 J^-T m, b' = J b, in the deformer's space
// Symbols as in reference/deform/taper.md.

UNIFORM_INPUT(deformer_origin, 3)
UNIFORM_INPUT(deformer_rotation, 4)
UNIFORM_INPUT(heights, any)
UNIFORM_INPUT(factors, any)

// The deformer's space, entered by q* and left by q.
#if defined(FORMULATION_QUATERNION)
vec3 turned(vec3 d) { return rotate(deformer_rotation, d); }
vec3 turned_back(vec3 d) { return rotate(conjugate(deformer_rotation), d); }
#elif defined(FORMULATION_MATRIX)
vec3 turned(vec3 d) { return rotation_matrix(deformer_rotation) * d; }
vec3 turned_back(vec3 d) { return transpose(rotation_matrix(deformer_rotation)) * d; }
#endif

// f and f' at z
vec2 profile_at(float z) {
  if (z < heights[0]) return vec2(factors[0], 0.0);
  int k = 0;
  for (int i = 1; i < HEIGHTS_COUNT; ++i)
    if (z >= heights[i]) k = i;
  if (k == HEIGHTS_COUNT - 1) return vec2(factors[k], 0.0);
  float across = heights[k + 1] - heights[k];
  float slope = (factors[k + 1] - factors[k]) / across;
#if defined(FORMULATION_QUATERNION)
  return vec2(factors[k] + slope * (z - heights[k]), slope);
#elif defined(FORMULATION_MATRIX)
  float u = (z - heights[k]) / across;
  return vec2((1.0 - u) * factors[k] + u * factors[k + 1], slope);
#endif
}

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
