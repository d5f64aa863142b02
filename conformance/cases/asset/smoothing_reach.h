// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the reach of smoothing: each step spreads a joint's weights by one edge.
//
// A step replaces a vertex's weight by a mean of its own and its neighbours' weights. After n
// steps, a joint therefore has weight 0 on each vertex that is more than n edges away from all
// vertices it influenced before. This holds in any arithmetic and storage: sums and products of
// zeros are zeros. Smoothing in place, which reads new weights of neighbours, reaches farther.
#pragma once

#include "conformance/cases/asset/bound_mesh.h"

namespace bindpose::conformance {

/// The largest absolute weight beyond the reach, with its vertex and joint.
struct BeyondReach {
  double most = 0;
  std::size_t v = 0, j = 0;
};
/// Compares smoothed weights with the reach of the character's own weights after `steps` steps.
/// Vertices at one position count as one vertex.
BeyondReach beyond_reach(const Character& character, const BoundWeights& smoothed, std::size_t steps);

}  // namespace bindpose::conformance
