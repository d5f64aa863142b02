// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Twist.
//   y' = (C y_x - S y_y, S y_x + C y_y, y_z), m' = J^-T m, b' = J b, in the deformer's space
// Symbols as in reference/deform/twist.md.

UNIFORM_INPUT(deformer_origin, 3)
UNIFORM_INPUT(deformer_rotation, 4)
UNIFORM_INPUT(heights, any)
UNIFORM_INPUT(angles, any)

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
  if (z < heights[0]) return vec2(angles[0], 0.0);
  int k = 0;
  for (int i = 1; i < HEIGHTS_COUNT; ++i)
    if (z >= heights[i]) k = i;
  if (k == HEIGHTS_COUNT - 1) return vec2(angles[k], 0.0);
  float across = heights[k + 1] - heights[k];
  float slope = (angles[k + 1] - angles[k]) / across;
#if defined(FORMULATION_QUATERNION)
  return vec2(angles[k] + slope * (z - heights[k]), slope);
#elif defined(FORMULATION_MATRIX)
  float u = (z - heights[k]) / across;
  return vec2((1.0 - u) * angles[k] + u * angles[k + 1], slope);
#endif
}

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
