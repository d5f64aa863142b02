// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// For bodies whose quaternions' signs are resolved against one of them, by the option "pivot" as in
// reference/skinning/shared/sign_pivot.h.

#if !defined(PIVOT_RUNNING_SUM)
// The joint that is the pivot.
uint lead_of(uint j[INFLUENCES], float w[INFLUENCES]) {
  uint lead = j[0];
#if defined(PIVOT_FIRST_INFLUENCE)
  for (int i = INFLUENCES - 1; i >= 0; --i) {
    if (w[i] != 0.0) lead = j[i];
  }
#elif defined(PIVOT_LARGEST_WEIGHT)
  float largest = w[0];
  for (int i = 1; i < INFLUENCES; ++i) {
    if (w[i] > largest) {
      largest = w[i];
      lead = j[i];
    }
  }
#elif defined(PIVOT_FIRST_SLOT)
  // unchanged
#endif
  return lead;
}
#endif
