// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for linear blending in parts of a palette. Varied: the number of matrices per part
// (common sizes on a mesh of 300 joints, small sizes on small meshes) and the normal rule.
#include <fmt/format.h>

#include "conformance/cases/shared/far_joints.h"
#include "conformance/cases/shared/part_scenes.h"

namespace bindpose::conformance::skinning {

void palette_parts_cases(std::vector<Case>& cases) {
  const auto add = [&](const std::string& name, std::size_t limit, const Options& options,
                       const char* purpose, const MakeScene& make, bool golden) {
    add_part_scene(cases, "palette_parts", {name, limit, options, purpose, make, golden});
  };
  for (const std::size_t limit : {57, 85, 128})
    add(fmt::format("hose.matrices-{}", limit), limit, {},
        "300 joints: more than one part can hold, and more than a byte can count.",
        hose(3, 2, {.joints = 300, .rings_per_joint = 1, .sides = 4}), false);
  add("hose.joints-262", 57, {}, "Few vertices, whose joint indices have seven, eight and nine bits.",
      other_far_joints().make, true);
  add("hose.matrices-5", 5, {}, "A chain of joints; parts share the vertices of rings; rotated bind frames.",
      hose(20, 15, {.joints = 12, .rings_per_joint = 1, .sides = 5, .rotated_binds = true}), true);
  add("figure.matrices-8", 8, {}, "A body of 23 joints: limbs share parts, four influences per vertex.",
      small_figure(), true);
  for (const std::string rule : {"direction", "inverse-transpose-of-blend", "blend-of-inverse-transposes"})
    add(fmt::format("bar.{}", rule), 2, {{"normal_rule", rule}},
        "A scaled middle joint: every part follows the normal rule.", bar({.middle_scale = {2, 0.5, 1}}),
        true);
  add("bar.grown.blend-of-inverse-transposes", 2, {{"normal_rule", "blend-of-inverse-transposes"}},
      "Scales whose product is not 1 reveal a normal matrix without its determinant.",
      bar({.middle_scale = {3, 0.5, 1.25}}), true);
  add_common_part_cases(cases, "palette_parts");
}

}  // namespace bindpose::conformance::skinning
