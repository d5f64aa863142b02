// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Per-vertex keyframes.
//   x = (1 - u) x_k + u x_k+1
//   n = normalize((1 - u) n_k + u n_k+1)
// Symbols as in reference/animation/vertex_track.md; before the first and after the last key, that key's value.

UNIFORM_INPUT(key_times, any)
UNIFORM_INPUT(time, 1)
SLOT_INPUT(key_positions, 1, 3)
SLOT_INPUT(key_normals, 1, 3)
CAPTURE_NORMALS(key_normals)

#if defined(FORMULATION_TWO_PRODUCTS)
vec3 lerp(vec3 a, vec3 b, float u) { return (1.0 - u) * a + u * b; }
#elif defined(FORMULATION_ONE_PRODUCT)
vec3 lerp(vec3 a, vec3 b, float u) { return a + u * (b - a); }
#endif

Surface skin(Surface rest) {
  int k = 0;
  for (int i = 1; i < KEY_TIMES_COUNT; ++i)
    if (key_times[i] <= time) k = i;
  int next = min(k + 1, KEY_TIMES_COUNT - 1);
  bool between = next > k && time > key_times[k];
  float u = between ? (time - key_times[k]) / (key_times[next] - key_times[k]) : 0.0;
  vec3 x = key_positions(k).xyz;
  Surface posed = rest;
  posed.x = between ? lerp(x, key_positions(next).xyz, u) : x;
#if defined(HAS_KEY_NORMALS)
  vec3 n = key_normals(k).xyz;
  posed.n = normalize(between ? lerp(n, key_normals(next).xyz, u) : n);
#endif
  return posed;
}
