// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how far smoothing takes a joint over a mesh: an edge a step, exactly.
//
// A step makes of a vertex's weight a mean of its own and its neighbours'. So after n steps a vertex that is more than n edges away from all that a joint weighed on
// has nothing of it, in any arithmetic and however a weight is stored: sums and products of zeros are zeros. A vertex that is made of neighbours which have
// their new weights already has something of joints from farther away, in the order in which vertices stand.
#pragma once

#include "conformance/cases/asset/bound_mesh.h"

namespace bindpose::conformance {

/// The largest size of a weight beyond reach, and where.
struct BeyondReach {
  double most = 0;
  std::size_t v = 0, j = 0;
};
/// Compares smoothed weights with the reach of the character's own weights after `steps` steps. Vertices at one place are one.
BeyondReach beyond_reach(const Character& character, const BoundWeights& smoothed, std::size_t steps);

}  // namespace bindpose::conformance
