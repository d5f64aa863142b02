// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for spherical blend skinning: the shared scenes, two children of one joint at one
// position, and three joints of a chain on every vertex.
#include "conformance/cases/shared/pivot_scenes.h"

namespace bindpose::conformance::skinning {

void spherical_blend_cases(std::vector<Case>& cases) {
  add_motion_scenes(cases, "spherical_blend", {}, joint_places());
  add_many_joints(cases, "spherical_blend", {}, joint_places());
  add_pivot_scenes(cases, "spherical_blend",
                   {slipped_scenes(), barely_turned_scenes(), fork_scenes(), chain_scenes()});
}

}  // namespace bindpose::conformance::skinning
