// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for spherical joint blending: the shared scenes, in which vertices have a joint and
// its child, and two children of one joint at one position.
#include "conformance/cases/shared/pivot_scenes.h"

namespace bindpose::conformance::skinning {

void spherical_joint_blend_cases(std::vector<Case>& cases) {
  add_motion_scenes(cases, "spherical_joint_blend", {}, joint_places());
  add_quartered(cases, "spherical_joint_blend", joint_places());
  add_pivot_scenes(cases, "spherical_joint_blend", {alike_scenes(), slipped_scenes(), fork_scenes()});
}

}  // namespace bindpose::conformance::skinning
