// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of linear blending in parts of a palette. Varied: how many matrices a part may use - the sizes
// met in practice on a mesh of 300 joints, small ones on small meshes - and the normal rule.
#include <fmt/format.h>

#include "conformance/cases/shared/part_scenes.h"
#include "reference/scenes/bar.h"
#include "reference/scenes/figure.h"
#include "reference/scenes/hose.h"

namespace bindpose::conformance::skinning {

void palette_parts_cases(std::vector<Case>& cases) {
  for (const std::size_t limit : {57, 85, 128})
    add_part_scene(cases, "palette_parts",
                   {fmt::format("hose.matrices-{}", limit),
                    limit,
                    {},
                    "300 joints: more than one part holds, and more than a byte can count.",
                    {"palette-limit", "index-over-255", "part-local-index"},
                    [] {
                      return scenes::hose(scenes::degrees(3), scenes::degrees(2),
                                          {.joints = 300, .rings_per_joint = 1, .sides = 6});
                    },
                    false});
  add_part_scene(cases, "palette_parts",
                 {"hose.matrices-5",
                  5,
                  {},
                  "A chain of joints in parts that meet at rings of shared vertices, rotated bind frames.",
                  {"part-local-index", "part-stale-matrices", "part-seam-vertex-lost"},
                  [] {
                    return scenes::hose(
                        scenes::degrees(20), scenes::degrees(15),
                        {.joints = 12, .rings_per_joint = 1, .sides = 5, .rotated_binds = true});
                  }});
  add_part_scene(cases, "palette_parts",
                 {"figure.matrices-8",
                  8,
                  {},
                  "A body of 23 joints: limbs share parts, four influences per vertex.",
                  {"part-local-index", "part-stale-matrices"},
                  [] { return scenes::figure(scenes::FigureDetail::small); },
                  false});
  for (const std::string rule : {"direction", "inverse-transpose-of-blend", "blend-of-inverse-transposes"})
    add_part_scene(
        cases, "palette_parts",
        {fmt::format("bar.{}", rule),
         2,
         {{"normal_rule", rule}},
         "Scaled middle joint: every part keeps to the normal rule.",
         rule == "direction" ? DefectIds{"part-local-index"} : DefectIds{"normal-by-M", "part-local-index"},
         [] {
           scenes::BarVariation variation;
           variation.middle_scale = {2, 0.5, 1};
           return scenes::bar(variation);
         }});
}

}  // namespace bindpose::conformance::skinning
