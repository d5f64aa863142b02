// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: scenes for stitching and rigid parts: one joint per vertex, both normal rules, both levels.
#pragma once

#include "reference/model/case.h"
#include "reference/scenes/scene.h"

namespace bindpose::conformance {

/// Converts a scene to an input at palette or at pose level.
using AskRigid = Expected<ArraySet> (*)(const scenes::Scene&, Level);

/// Appends the cases skinning.<stem>.<scene>.<normal rule>.<level>.f32, also with tangents
/// transformed by the normals' matrix, and with a joint without an inverse transpose.
void add_rigid_scenes(std::vector<Case>& cases, const std::string& stem, AskRigid ask);

}  // namespace bindpose::conformance
