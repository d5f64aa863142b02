// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear muscle.
//   d = -K A R e, G = -(e g^T + K A R / D (I - e e^T)), g the gradient of K A R
// Symbols as in reference/face/linear_muscle.md; nothing outside the zone.

UNIFORM_INPUT(muscle_attachments, any)
UNIFORM_INPUT(muscle_insertions, any)
UNIFORM_INPUT(zone_angles, any)
UNIFORM_INPUT(falloff_starts, any)
UNIFORM_INPUT(falloff_ends, any)
UNIFORM_INPUT(contractions, any)

struct Pull {
  vec3 d;
  mat3 G;
};

const float QUARTER = 1.57079637;

Pull pull_of(int i, vec3 p) {
  Pull none = Pull(vec3(0.0), mat3(0.0));
  vec3 v_1 = vec3(muscle_attachments[3 * i], muscle_attachments[3 * i + 1], muscle_attachments[3 * i + 2]);
  vec3 v_2 = vec3(muscle_insertions[3 * i], muscle_insertions[3 * i + 1], muscle_insertions[3 * i + 2]);
  float R_s = falloff_starts[i], R_f = falloff_ends[i], K = contractions[i];
  vec3 w = p - v_1;
  float D = sqrt(dot(w, w));
  if (!(D > 0.0) || D > R_f) return none;
  vec3 e = w / D;
  vec3 a = normalize(v_2 - v_1);
  float c = dot(a, e);
  if (c < cosine(zone_angles[i])) return none;
#if defined(FORMULATION_ROOT)
  float A = sqrt((1.0 + c) / 2.0);
#elif defined(FORMULATION_ANGLE)
  float A = cosine(arctangent2(length(cross(a, e)), c) / 2.0);
#endif
  bool rises = D < R_s;
  float width = rises ? -R_s : R_f - R_s;
  float beta = (rises ? 1.0 - D / R_s : (D - R_s) / width) * QUARTER;
  float R = cosine(beta);
  float R_slope = -sine(beta) * QUARTER / width;
  vec3 A_slope = (a - c * e) / (4.0 * A * D);
  float F = K * A * R;
  vec3 g = K * R * A_slope + K * A * R_slope * e;
  return Pull(-F * e, -(outerProduct(e, g) + F / D * (mat3(1.0) - outerProduct(e, e))));
}

#include "gpu/face/shared/pulls.glsl"

Surface skin(Surface rest) { return pulled(rest); }
