// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the conventions of engines, asked of a method that changes the bar's mesh and skins it then.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conformance/defects/defect_id.h"
#include "reference/model/case.h"
#include "reference/scenes/bar.h"

namespace bindpose::conformance {

/// A method, and how it is asked of a bar.
struct CorrectedBar {
  std::string stem;
  DefectIds at_palette, at_pose;  ///< what each case shows
  std::function<Expected<ArraySet>(const scenes::BarVariation&, Level)> ask;
  Options options = {};
};

/// How normals and tangents are carried, also where a joint maps onto a plane; tangents: whether the method has any.
void add_normal_policies(std::vector<Case>& cases, const CorrectedBar& bar, bool tangents);

/// Weights that do not sum to 1 or are all 0, and six influences of which four count, also where nobody says which.
void add_weight_policies(std::vector<Case>& cases, const CorrectedBar& bar);

/// How weights count before the mesh is skinned, at pose level.
void add_weight_policies_of_examples(std::vector<Case>& cases, const CorrectedBar& bar);

/// How a pose of matrices is made, and how one of motions is.
void add_matrix_policies(std::vector<Case>& cases, const CorrectedBar& bar);
void add_rotation_policies(std::vector<Case>& cases, const CorrectedBar& bar);

}  // namespace bindpose::conformance
