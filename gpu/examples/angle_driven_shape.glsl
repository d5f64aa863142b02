// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Shapes driven by an angle.
//   x  = (1 - theta) x_0 + theta x_1, n and t likewise
//   x' = sum_i w_i M_i x, n' = normalize(sum_i w_i C_i n), t' = normalize(sum_i w_i C_i t)
// Symbols as in reference/examples/angle_driven_shape.md; a weight of 0 contributes nothing, whatever its joint holds.

UNIFORM_INPUT(theta, 1)
VERTEX_INPUT(shape_positions, 3)
VERTEX_INPUT(shape_normals, 3)
VERTEX_INPUT(shape_tangents, 3)

#if defined(FORMULATION_TWO_PRODUCTS)
vec3 lerp(vec3 a, vec3 b, float u) { return (1.0 - u) * a + u * b; }
#elif defined(FORMULATION_ONE_PRODUCT)
vec3 lerp(vec3 a, vec3 b, float u) { return a + u * (b - a); }
#endif

#include "gpu/skinning/shared/linear_blending.glsl"

Surface skin(Surface rest, uint j[INFLUENCES], float w[INFLUENCES]) {
  vec3 x = lerp(rest.x, shape_positions, theta);
#if defined(HAS_SHAPE_NORMALS)
  vec3 n = lerp(rest.n, shape_normals, theta);
#else
  vec3 n = rest.n;
#endif
#if defined(HAS_SHAPE_TANGENTS)
  vec3 t = lerp(rest.t, shape_tangents, theta);
#else
  vec3 t = rest.t;
#endif
  Surface shaped = Surface(x, n, t);
  if (!weigh(w)) return still(shaped);
  return linearly_blended(shaped, j, w);
}
