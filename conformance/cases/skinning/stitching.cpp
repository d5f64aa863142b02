// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of stitching: the shared scenes with every vertex given to its strongest joint.
#include <utility>

#include "conformance/cases/shared/rigid_scenes.h"
#include "conformance/cases/shared/scene_case.h"

namespace bindpose::conformance::skinning {

void stitching_cases(std::vector<Case>& cases) {
  const auto ask = [](const scenes::Scene& scene, Level level) {
    scenes::Scene stitched = scene;
    stitched.rig.influences = scenes::rigid_influences(scene.rig.influences);
    return matrix_question(stitched, level);
  };
  add_rigid_scenes(cases, "stitching", ask, true);
  for (const Level level : {Level::palette, Level::pose})
    for (const auto& [name, scale] :
         {std::pair("bar.scaled", Vec3<double>(2, 0.5, 1)), std::pair("bar.flat", Vec3<double>(1, 0, 1))})
      cases.push_back(scene_case("stitching",
                                 {name,
                                  "Tangents by the matrix that carries normals.",
                                  {"ibm-ignored", "joint-off-by-one"},
                                  true,
                                  bar({.rigid = true, .middle_scale = scale})},
                                 {{"normal_rule", "inverse-transpose"}, {"tangent_rule", "as-normals"}},
                                 level, ask));
}

}  // namespace bindpose::conformance::skinning
