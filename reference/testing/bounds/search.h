// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for checks of bounds, searches the largest errors of float32 evaluations of a recorded expression in a
// box: at random points, and by hill climbing from the worst of them.
//
// An evaluation rounds every recorded operation to nearest, or in any way that GLSL allows (LegalMachine). The
// latter may also reorder sums, fuse operations, distribute a factor over a sum, and exchange division by a root
// and multiplication by its reciprocal.
#pragma once

#include "reference/numeric/random.h"
#include "reference/testing/bounds/evaluate.h"
#include "reference/testing/legal_machine.h"

namespace bindpose::bounds {

/// The exact inputs, and the inputs of a float32 evaluation; only cuts differ.
struct Point {
  std::vector<double> exact, rounded;
};

/// All outputs of one conforming evaluation with random choices.
std::vector<double> legal_outputs(const Trace& trace, const Point& point, LegalMachine& machine);

/// Observations of one output.
struct Observed {
  double bound = 0;     ///< the largest that Tracked gave at a point
  double nearest = 0;   ///< largest error to nearest, as recorded
  double legal = 0;     ///< largest error of any conforming evaluation
  double fraction = 0;  ///< largest error / Tracked's bound at the same point; infinite for NaN
};

/// [#outputs]. points: number of points of each of three climbs: for bounds, for errors to nearest, for errors of
/// conforming evaluations.
std::vector<Observed> search(const Trace& trace, const Box& box, std::size_t points, Random& random);

}  // namespace bindpose::bounds
