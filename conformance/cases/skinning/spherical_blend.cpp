// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of spherical blend skinning: the shared scenes, two children of one joint in one place, and three
// joints of a chain on every vertex.
#include "conformance/cases/shared/pivot_scenes.h"

namespace bindpose::conformance::skinning {

void spherical_blend_cases(std::vector<Case>& cases) {
  add_motion_scenes(cases, "spherical_blend", {}, joint_places());
  add_many_joints(cases, "spherical_blend", {}, joint_places());
  for (const SceneVariation& scene : slipped_scenes())
    add_motion_scene(cases, "spherical_blend", scene, {}, joint_places());
  for (const SceneVariation& scene : barely_turned_scenes())
    add_motion_scene(cases, "spherical_blend", scene, {}, joint_places());
  for (const auto& scenes : {fork_scenes(), chain_scenes()})
    for (const SceneVariation& scene : scenes)
      add_motion_scene(cases, "spherical_blend", scene, {}, joint_places());
}

}  // namespace bindpose::conformance::skinning
