// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: cases of meshes that are drawn in parts: as batches or as parts of a palette.
#pragma once

#include "conformance/cases/shared/scene_case.h"

namespace bindpose::conformance {

/// One scene with one limit on the number of matrices per part.
struct PartScene {
  std::string name;  ///< "hose.k-3"
  std::size_t limit;
  Options options;
  std::string purpose;
  MakeScene make;
  bool golden = true;  ///< for both levels
};

/// A limb with two children at the elbow, bent and twisted by the given degrees; a walking figure.
MakeScene fork(double bend, double twist);
MakeScene small_figure();

/// Appends skinning.<stem>.<scene>.<level>.f32 at both levels. A note has the number of parts in
/// the reference's partition and the smallest possible number.
void add_part_scene(std::vector<Case>& cases, const std::string& stem, const PartScene& scene);

/// Cases of every method that draws in parts: the bar in parts of two matrices, with a joint that
/// maps onto a plane, a mirrored joint, and weights that do not sum to 1; then the conventions of
/// engines.
void add_common_part_cases(std::vector<Case>& cases, const std::string& stem);

}  // namespace bindpose::conformance
