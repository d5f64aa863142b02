// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for bones blending: the shared scenes. Each vertex has a joint and its child.
#include "conformance/cases/shared/pivot_scenes.h"

namespace bindpose::conformance::skinning {

void bones_blending_cases(std::vector<Case>& cases) {
  add_motion_scenes(cases, "bones_blending", {}, joint_places());
  add_quartered(cases, "bones_blending", joint_places());
  add_pivot_scenes(cases, "bones_blending", {alike_scenes(), slipped_scenes()});
}

}  // namespace bindpose::conformance::skinning
