// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: bound on a decomposition (reference/examples/skinning_decomposition.h) in float32 after some rounds.
//
// Formula. Each half of a round has one output: weights of given bones by a strictly convex problem
// (reference/numeric/simplex.h), a bone of given weights by a nearest rotation (reference/numeric/conditioned.h).
// Both are bounded for exact inputs, whatever solver is used. The weights of all vertices, and then each bone, are
// stages (reference/numeric/stages.h) of the numbers (M of all examples, w), which carry those errors on through
// the derivative of the step: if the alternation corrects its errors, so does the bound.
//
// The choice of a vertex's K bones is made between the stages, with all errors. w is the first solution, m the sum
// of the w_j that may be dropped. The weight of dropped bones may go to kept ones, whose gradients are the same,
// for any choice of bones: |A (z - w)| <= m D, D the distance of the two columns farthest apart. So each second
// solution w' has |A (w' - w)| <= m D, since w is the minimum, and two of them are at most 2 m D / s apart, s as in
// simplex.h. For m up to 2^-6 the bound adds this distance, and the |d| of simplex.h for the bones' errors. A
// larger m leaves the comparison open: one open comparison gives two outputs, two or more leave the vertex
// unjudged.
//
// Whether a bone has enough weight, and whether its vertices determine its rotation, is decided within its stage.
// If the errors so far could reverse this decision, the differences within these errors include both results, and
// so does the bound.
//
// A root mean square changes by at most the root mean square of the changes.
//
// Source. See the three headers named above.
#pragma once

#include "reference/examples/skinning_decomposition.h"

namespace bindpose::examples {

template <>
SkinningDecomposition<Tracked> decomposed(const AnimatedMesh<Tracked>& mesh, const Array::Integers& clusters,
                                          const DecompositionSize& size);

}  // namespace bindpose::examples
