// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: properties of correct weights, for binders whose weights may differ from the reference's.
//
// Binders that solve for weights may use another solver, another tolerance, or other vertex areas.
// Their numbers then differ by more than rounding, but are also right. Therefore the reference's
// weights of the same method only determine which joint a vertex belongs to and how the surface
// moves.
//
// Limits
//   a single weight, a sum   half a step of a weight in a byte: glTF's coarsest format cannot tell it from 0 or 1
//   share of other joints    a sixteenth: a convention
//   the surface              root mean square 1/200 and maximum 1/20 of the posed mesh's diagonal: a
//                            convention. Right binders of the figure differ by an eighth of that, weights
//                            of a neighbouring joint by at least five times the limit; a test measures both
// If two joints are equally right, an output is compared with the closer one.
// Symmetry and far joints may have the reference's own error in addition to the sixteenth.
#pragma once

#include <span>

#include "conformance/cases/asset/bound_mesh.h"

namespace bindpose::conformance {

struct WeightProperty {
  std::string_view name;      ///< "own-joint"
  std::string_view sentence;  ///< property of right weights
};
std::span<const WeightProperty> weight_properties();

/// The result for one property.
struct PropertyFinding {
  std::string_view property;
  bool holds = true;
  double measured = 0, allowed = 0;
  std::string detail = {};  ///< the violation with numbers; empty if the property holds
};

/// Ties of methods with weights 0 or 1: if two joints are equal within rounding, both are right.
struct Ties {
  BoundWeights other = {};  ///< with the other result of each undecided comparison; empty without one
  std::vector<std::size_t> several = {};  ///< vertices with more than two right joints, ascending
};

/// Returns the findings of all properties that apply. Sides: only for a symmetric skeleton. Symmetry:
/// only for a symmetric mesh. The surface: only if it moves. Joints: not for weights.direct, because
/// several weights give a vertex the same positions, and not for vertices with several right joints.
/// If some numbers are not finite, returns only this property.
std::vector<PropertyFinding> judge_weights(const Character& character, std::string_view method,
                                           const BoundWeights& right, const BoundWeights& answer,
                                           const Ties& ties = {});

/// True if all properties hold.
bool all_hold(const std::vector<PropertyFinding>& findings);

}  // namespace bindpose::conformance
