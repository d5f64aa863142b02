// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Directions of a morphed surface by the policy normalise: unit, or as they are summed.

Surface normalised(Surface y) {
#if defined(NORMALISE_HERE)
  return Surface(y.x, normalize(y.n), normalize(y.t));
#elif defined(NORMALISE_LATER)
  return y;
#endif
}
