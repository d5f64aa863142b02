// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Weights by influences_kept, zero_sum and weight_sum, in this order. Symbols as in reference/skinning/linear_blend.md.

// The weights as the policies make them; false for a vertex that has none and stays at rest.
bool weigh(inout float w[INFLUENCES]) {
#if defined(INFLUENCES_KEPT_ALL)
#elif defined(INFLUENCES_KEPT_FIRST_FOUR)
  for (int i = 4; i < INFLUENCES; ++i) w[i] = 0.0;
#elif defined(INFLUENCES_KEPT_FOUR_LARGEST)
  float given[INFLUENCES] = w;
  for (int i = 0; i < INFLUENCES; ++i) {
    int before = 0;
    for (int k = 0; k < INFLUENCES; ++k)
      before += given[k] > given[i] || (given[k] == given[i] && k < i) ? 1 : 0;
    if (before >= 4) w[i] = 0.0;
  }
#endif
#if !defined(ZERO_SUM_ORIGIN) || !defined(WEIGHT_SUM_AS_GIVEN)
  float sum = 0.0;
  for (int i = 0; i < INFLUENCES; ++i) sum += w[i];
#if defined(ZERO_SUM_REST)
  if (sum == 0.0) return false;
#elif defined(ZERO_SUM_FIRST_JOINT)
  if (sum == 0.0) w[0] = 1.0;
#endif
#if defined(WEIGHT_SUM_RENORMALISED)
  if (sum != 0.0)
    for (int i = 0; i < INFLUENCES; ++i) w[i] /= sum;
#endif
#endif
  return true;
}

// A vertex that no joint moves.
Surface still(Surface rest) { return Surface(rest.x, normalize(rest.n), normalize(rest.t)); }
