// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A number that depends on the height, given by keys. Needs before it: float value_at(int k), the number at
// height k.

UNIFORM_INPUT(heights, any)

// f and f' at z
vec2 profile_at(float z) {
  if (z < heights[0]) return vec2(value_at(0), 0.0);
  int k = 0;
  for (int i = 1; i < HEIGHTS_COUNT; ++i)
    if (z >= heights[i]) k = i;
  if (k == HEIGHTS_COUNT - 1) return vec2(value_at(k), 0.0);
  float across = heights[k + 1] - heights[k];
  float slope = (value_at(k + 1) - value_at(k)) / across;
#if defined(FORMULATION_QUATERNION)
  return vec2(value_at(k) + slope * (z - heights[k]), slope);
#elif defined(FORMULATION_MATRIX)
  float u = (z - heights[k]) / across;
  return vec2((1.0 - u) * value_at(k) + u * value_at(k + 1), slope);
#endif
}
