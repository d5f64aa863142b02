// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for rigid parts: the shared scenes with every vertex stored in the space of its
// strongest joint.
#include "conformance/cases/shared/rigid_scenes.h"

namespace bindpose::conformance::skinning {

void rigid_parts_cases(std::vector<Case>& cases) {
  const auto ask = [](const scenes::Scene& scene, Level level) {
    return level == Level::palette ? scenes::parts_palette_question(scene)
                                   : scenes::parts_pose_question(scene);
  };
  add_rigid_scenes(cases, "rigid_parts", ask);
}

}  // namespace bindpose::conformance::skinning
