// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for log-matrix blending: the shared scenes, and vertices with three joints.
#include "conformance/cases/shared/pivot_scenes.h"

namespace bindpose::conformance::skinning {

void log_blend_cases(std::vector<Case>& cases) {
  add_motion_scenes(cases, "log_blend");
  add_many_joints(cases, "log_blend");
  for (const SceneVariation& scene : slipped_scenes())
    add_motion_scene(cases, "log_blend", scene);
  for (const auto& scenes : {fork_scenes(), chain_scenes()})
    for (SceneVariation scene : scenes) {
      scene.golden = scene.name == "chain.three-axes";  // the other scenes concern pivots and centres
      add_motion_scene(cases, "log_blend", scene);
    }
}

}  // namespace bindpose::conformance::skinning
