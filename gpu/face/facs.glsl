// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Facial action coding.
//   phi_i = e s_i / 5, s_i as given or by the emotion
//   x' = x + sum_i phi_i dx_i, n' = normalize(n + sum_i phi_i dn_i), t' = normalize(t + sum_i phi_i dt_i)
// or both directions as they are summed, by the policy normalise. Symbols and table as in reference/face/facs.md.

UNIFORM_INPUT(action_units, any)
UNIFORM_INPUT(strength, 1)
UNIFORM_INPUT(scores, any)
UNIFORM_INPUT(emotion, 1)

#if defined(HAS_EMOTION)
// Rows of the table: the action unit, then its scores, a decimal digit for each emotion.
const ivec2 table[16] = ivec2[16](
    ivec2(1, 40541), ivec2(2, 302400), ivec2(4, 545040), ivec2(5, 400550), ivec2(6, 433034), ivec2(9, 435030),
    ivec2(10, 524022), ivec2(12, 10005), ivec2(14, 122022), ivec2(15, 344040), ivec2(16, 401023), ivec2(17, 355020),
    ivec2(18, 10200), ivec2(20, 505052), ivec2(22, 200020), ivec2(26, 3533));

float score_of(int unit) {
  int digits = 0;
  for (int i = 0; i < 16; ++i) if (table[i].x == unit) digits = table[i].y;
  for (int i = int(emotion); i < 5; ++i) digits /= 10;
  return float(digits % 10);
}

float score(int i) { return score_of(int(action_units[i])); }
#elif defined(HAS_SCORES)
float score(int i) { return scores[i]; }
#endif

float weight_of_slot(int i) { return strength * (score(i) / 5.0); }

#include "gpu/morph/shared/targets.glsl"
#include "gpu/morph/shared/normalised.glsl"

Surface skin(Surface rest) {
  return normalised(morphed(rest));
}
