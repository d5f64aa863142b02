// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: cases of engines' conventions, for any skinning method.
#pragma once

#include "reference/model/case.h"

namespace bindpose::conformance {

/// A method, and how to make its inputs.
struct Conventions {
  std::string stem;
  /// The input of a scene whose middle joint is scaled.
  std::function<Expected<ArraySet>(const Vec3<double>& middle_scale, Level)> ask;
  Options options = {};
  std::string scene = "bar";
  bool reads_rotations =
      false;  ///< the pose has rotations, so matrix joints that are not decomposed are refused
};

/// All cases of conventions of a linear method.
void add_linear_blend_conventions(std::vector<Case>& cases, const Conventions& of);

/// Rules for normals and, if the method has them, tangents; also for a joint that maps onto a plane.
void add_normal_conventions(std::vector<Case>& cases, const Conventions& of);

/// Six slots of different weights for each vertex, alternating between its two neighbouring joints.
void in_six_slots(ArraySet& question);

/// Weights that do not sum to 1 or are all 0, and six influences, four of which count.
void add_weight_conventions(std::vector<Case>& cases, const Conventions& of, Level level);
/// Adds cases in which the choice among six influences is undefined, or has no effect. Golden only at palette
/// level.
void add_tied_influences(std::vector<Case>& cases, const Conventions& of, Level level = Level::palette);

/// Rules for a pose of matrices, and for a pose of motions. At pose level.
void add_matrix_conventions(std::vector<Case>& cases, const Conventions& of);
void add_rotation_conventions(std::vector<Case>& cases, const Conventions& of);

}  // namespace bindpose::conformance
