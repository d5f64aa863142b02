// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of log-matrix blending: the shared scenes, and vertices with three joints.
#include "conformance/cases/shared/pivot_scenes.h"

namespace bindpose::conformance::skinning {

void log_blend_cases(std::vector<Case>& cases) {
  const std::size_t first = cases.size();
  add_motion_scenes(cases, "log_blend");
  add_many_joints(cases, "log_blend");
  for (const SceneVariation& scene : slipped_scenes())
    add_motion_scene(cases, "log_blend", scene);
  for (const auto& scenes : {fork_scenes(), chain_scenes()})
    for (SceneVariation scene : scenes) {
      scene.golden = scene.name == "chain.three-axes";  // the others are about pivots and centres
      if (scene.name == "fork.spread-130")
        scene.catches = {"centre-about-origin", "log-cut-off"};  // no sign to choose
      add_motion_scene(cases, "log_blend", scene);
    }
  cannot_make(cases, first,
              {"rotation-not-renormalised", "lead-is-first-joint", "first-is-parent", "pivot-is-parent",
               "pivot-carried-by-parent", "second-child-ignored", "centre-of-one-pair",
               "sbs-centre-rank-deficient", "sbs-slots-counted"});
}

}  // namespace bindpose::conformance::skinning
