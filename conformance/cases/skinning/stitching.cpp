// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of stitching: the shared scenes with every vertex given to its strongest joint.
#include "conformance/cases/shared/rigid_scenes.h"

namespace bindpose::conformance::skinning {
namespace {

scenes::Scene stitched(scenes::Scene scene) {
  scene.rig.influences = scenes::rigid_influences(scene.rig.influences);
  return scene;
}

}  // namespace

void stitching_cases(std::vector<Case>& cases) {
  add_rigid_scenes(cases, "stitching",
                   {[](const scenes::Scene& scene) { return scenes::palette_question(stitched(scene)); },
                    [](const scenes::Scene& scene) { return scenes::pose_question(stitched(scene)); }});
}

}  // namespace bindpose::conformance::skinning
