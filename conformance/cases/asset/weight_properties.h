// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: whether weights are right that need not be the reference's: judged by what makes weights right, a property after the other.
//
// Binders that solve for weights may do so by another solver, to another tolerance, with areas shared out among vertices in another way.
// Their numbers differ by more than rounding, and are right all the same. So where the reference's weights of the same method are
// needed, they say to whom a vertex belongs and where the surface goes, not which number is right.
//
// What is allowed
//   of a single weight and of a sum   half a step of a weight that is stored in a byte: the coarsest that glTF has cannot tell it from 0, from 1
//   of what a vertex may give away    a sixteenth: a convention
//   of the surface                    a 200th of the posed mesh's diagonal in the root of the mean of squares, a 20th at most: a convention, between what right
//                                     binders of the figure are apart, an eighth of that, and what weights of a neighbour joint do, five times that and more; a test
//                                     measures both
// Where two joints are equally right, an answer is compared with the one that it is nearer to.
// Symmetry and far joints are allowed what the reference itself has of them, beside the sixteenth.
#pragma once

#include <span>

#include "conformance/cases/asset/bound_mesh.h"

namespace bindpose::conformance {

struct WeightProperty {
  std::string_view name;      ///< "own-joint"
  std::string_view sentence;  ///< what holds of right weights
};
std::span<const WeightProperty> weight_properties();

/// What became of one of them.
struct PropertyFinding {
  std::string_view property;
  bool holds = true;
  double measured = 0, allowed = 0;
  std::string detail = {};  ///< if it does not hold, with numbers; empty if it holds
};

/// Of weights of which each is 0 or 1 for whoever compares: where two joints are within rounding of each other, either is right.
struct Ties {
  BoundWeights other = {};  ///< where every open comparison goes the other way; empty: none is open
  std::vector<std::size_t> several = {};  ///< vertices of which more than two are right, ascending
};

/// All that can be asked: of a skeleton that is not symmetric no side, of a mesh that is not no symmetry, of what does not move no surface, of
/// weights.direct, where several weights take a vertex to the same places, no joint; of a vertex with several right joints none. Where numbers are not finite, nothing else.
std::vector<PropertyFinding> judge_weights(const Character& character, std::string_view method,
                                           const BoundWeights& right, const BoundWeights& answer,
                                           const Ties& ties = {});

/// Whether all of them hold.
bool all_hold(const std::vector<PropertyFinding>& findings);

}  // namespace bindpose::conformance
