// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of rigid parts: the shared scenes with every vertex stored in the space of its strongest joint.
#include "conformance/cases/shared/rigid_scenes.h"
#include "conformance/cases/shared/scene_case.h"

namespace bindpose::conformance::skinning {

void rigid_parts_cases(std::vector<Case>& cases) {
  const auto ask = [](const scenes::Scene& scene, Level level) {
    return level == Level::palette ? scenes::parts_palette_question(scene)
                                   : scenes::parts_pose_question(scene);
  };
  const Options by_inverse = {{"normal_rule", "inverse-transpose"}};
  const Options tangents_too = {{"normal_rule", "inverse-transpose"}, {"tangent_rule", "as-normals"}};
  add_rigid_scenes(cases, "rigid_parts", ask, false, {by_inverse, tangents_too});
  for (const Level level : {Level::palette, Level::pose})
    cases.push_back(scene_case("rigid_parts",
                               {"bar.scaled",
                                "Tangents by the matrix that carries normals.",
                                {"joint-off-by-one"},
                                true,
                                bar({.rigid = true, .middle_scale = {2, 0.5, 1}})},
                               tangents_too, level, ask));
}

}  // namespace bindpose::conformance::skinning
