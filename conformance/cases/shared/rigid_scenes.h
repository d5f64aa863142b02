// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the scenes that stitching and rigid parts share - one joint per vertex, both normal rules, both levels.
#pragma once

#include "reference/model/case.h"
#include "reference/scenes/scene.h"

namespace bindpose::conformance {

/// How a scene becomes a question at palette and at pose level.
struct RigidQuestions {
  Expected<ArraySet> (*palette)(const scenes::Scene&);
  Expected<ArraySet> (*pose)(const scenes::Scene&);
  bool has_inverse_binds = true;
};

/// Appends the cases skinning.<stem>.<scene>.<normal rule>.<level>.f32.
void add_rigid_scenes(std::vector<Case>& cases, const std::string& stem, const RigidQuestions& questions);

}  // namespace bindpose::conformance
