// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for batched linear blending. Varied: the number of matrices per batch, meshes that fit
// into a batch and meshes that must be reduced, the normal rule, and the number of unused slots.
#include <fmt/format.h>

#include "conformance/cases/shared/far_joints.h"
#include "conformance/cases/shared/part_scenes.h"

namespace bindpose::conformance::skinning {

void batched_cases(std::vector<Case>& cases) {
  const auto add = [&](const std::string& name, std::size_t k, const Options& options, const char* purpose,
                       const MakeScene& make, bool golden) {
    add_part_scene(cases, "batched", {name, k, options, purpose, make, golden});
  };
  const auto chain = [](std::size_t slots) {
    return hose(20, 15,
                {.joints = 8, .rings_per_joint = 2, .sides = 5, .slots = slots, .rotated_binds = true});
  };
  for (const std::size_t k : {2, 3, 4})
    add(fmt::format("hose.k-{}", k), k, {}, "A chain of joints; batches share the vertices of rings.",
        chain(2), k == 3);
  add("hose.unused-slots", 2, {}, "Slots of weight 0 name a distant joint, which needs no matrix of a batch.",
      chain(6), true);
  for (const std::string rule : {"direction", "inverse-transpose-of-blend", "blend-of-inverse-transposes"})
    add(fmt::format("bar.{}", rule), 2, {{"normal_rule", rule}},
        "A scaled middle joint: every batch follows the normal rule.", bar({.middle_scale = {2, 0.5, 1}}),
        true);
  add("hose.joints-300", 3, {}, "Joint indices above 255.", far_joints(), true);
  add("hose.joints-262", 3, {}, "Other joints with large indices.", other_far_joints().make, false);
  add("fork.k-3", 3, {}, "Two children of one parent: triangles between them need all three matrices.",
      fork(60, 40), false);
  for (const std::size_t k : {3, 4})
    add(fmt::format("figure.reduced-{}", k), k, {{"excess", "reduce"}},
        "Triangles with too many matrices lose their weakest influences and report how much.", small_figure(),
        false);
  add("bar.grown.blend-of-inverse-transposes", 2, {{"normal_rule", "blend-of-inverse-transposes"}},
      "Scales whose product is not 1 reveal a normal matrix without its determinant.",
      bar({.middle_scale = {3, 0.5, 1.25}}), true);
  add_common_part_cases(cases, "batched");
}

}  // namespace bindpose::conformance::skinning
