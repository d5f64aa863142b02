// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for stitching: the shared scenes with every vertex assigned to its strongest joint.
#include "conformance/cases/shared/rigid_scenes.h"
#include "conformance/cases/shared/scene_case.h"

namespace bindpose::conformance::skinning {

void stitching_cases(std::vector<Case>& cases) {
  const auto ask = [](const scenes::Scene& scene, Level level) {
    scenes::Scene stitched = scene;
    stitched.rig.influences = scenes::rigid_influences(scene.rig.influences);
    return matrix_question(stitched, level);
  };
  add_rigid_scenes(cases, "stitching", ask);
}

}  // namespace bindpose::conformance::skinning
