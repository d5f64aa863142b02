// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of rigid parts: the shared scenes with every vertex stored in the space of its strongest joint.
#include <utility>

#include "conformance/cases/shared/rigid_scenes.h"
#include "conformance/cases/shared/scene_case.h"

namespace bindpose::conformance::skinning {

void rigid_parts_cases(std::vector<Case>& cases) {
  const auto ask = [](const scenes::Scene& scene, Level level) {
    return level == Level::palette ? scenes::parts_palette_question(scene)
                                   : scenes::parts_pose_question(scene);
  };
  add_rigid_scenes(cases, "rigid_parts", ask, false);
  for (const Level level : {Level::palette, Level::pose})
    for (const auto& [name, scale] :
         {std::pair("bar.scaled", Vec3<double>(2, 0.5, 1)), std::pair("bar.flat", Vec3<double>(1, 0, 1))})
      cases.push_back(scene_case("rigid_parts",
                                 {name,
                                  "Tangents by the matrix that carries normals.",
                                  {"joint-off-by-one"},
                                  true,
                                  bar({.rigid = true, .middle_scale = scale})},
                                 {{"normal_rule", "inverse-transpose"}, {"tangent_rule", "as-normals"}},
                                 level, ask));
}

}  // namespace bindpose::conformance::skinning
