// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Sphincter muscle.
//   d = -K f w, G = -K (w g^T + f I), f = 1 - sqrt(l_y^2 y_x^2 + l_x^2 y_y^2) / (l_x l_y), g its gradient
// Symbols as in reference/face/sphincter_muscle.md; nothing outside the ellipse.

UNIFORM_INPUT(muscle_centres, any)
UNIFORM_INPUT(muscle_rotations, any)
UNIFORM_INPUT(muscle_radii, any)
UNIFORM_INPUT(contractions, any)

struct Pull {
  vec3 d;
  mat3 G;
};

#if defined(FORMULATION_QUATERNION)
vec3 turned_by(vec4 q, vec3 d) { return rotate(q, d); }
#elif defined(FORMULATION_MATRIX)
vec3 turned_by(vec4 q, vec3 d) { return rotation_matrix(q) * d; }
#endif

Pull pull_of(int i, vec3 p) {
  vec3 c = vec3(muscle_centres[3 * i], muscle_centres[3 * i + 1], muscle_centres[3 * i + 2]);
  vec4 q = vec4(muscle_rotations[4 * i], muscle_rotations[4 * i + 1], muscle_rotations[4 * i + 2],
                muscle_rotations[4 * i + 3]);
  float l_x = muscle_radii[2 * i], l_y = muscle_radii[2 * i + 1], K = contractions[i];
  vec3 w = p - c;
  vec3 y = turned_by(conjugate(q), w);
  float N = length(vec2(l_y * y.x, l_x * y.y));
  float f = 1.0 - N / (l_x * l_y);
  if (!(f > 0.0)) return Pull(vec3(0.0), mat3(0.0));
  vec3 g = vec3(0.0);
  if (N > 0.0) g = turned_by(q, vec3(l_y * l_y * y.x, l_x * l_x * y.y, 0.0) / -(l_x * l_y * N));
  return Pull(-K * f * w, -K * (outerProduct(w, g) + f * mat3(1.0)));
}

#include "gpu/face/shared/pulls.glsl"

Surface skin(Surface rest) { return pulled(rest); }
