// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of batched linear blending. Varied: how many matrices a batch holds, whether the mesh fits into
// that or has to be reduced, the normal rule, and how many slots stay unused.
#include <fmt/format.h>

#include "conformance/cases/shared/part_scenes.h"
#include "reference/scenes/bar.h"
#include "reference/scenes/figure.h"
#include "reference/scenes/hose.h"
#include "reference/scenes/limb.h"

namespace bindpose::conformance::skinning {
namespace {

scenes::Scene hose(std::size_t slots) {
  return scenes::hose(scenes::degrees(20), scenes::degrees(15),
                      {.joints = 8, .rings_per_joint = 2, .sides = 5, .slots = slots, .rotated_binds = true});
}

}  // namespace

void batched_cases(std::vector<Case>& cases) {
  for (const std::size_t k : {2, 3, 4})
    add_part_scene(cases, "batched",
                   {fmt::format("hose.k-{}", k),
                    k,
                    {},
                    "A chain of joints in batches that meet at rings of shared vertices.",
                    {"part-local-index", "part-stale-matrices", "part-seam-vertex-lost"},
                    [] { return hose(2); },
                    k == 3});
  add_part_scene(cases, "batched",
                 {"hose.unused-slots",
                  2,
                  {},
                  "Slots of weight 0 name a joint far away: they need no matrix of a batch.",
                  {"zero-weight-takes-a-matrix", "part-local-index"},
                  [] { return hose(6); },
                  false});
  for (const std::string rule : {"direction", "inverse-transpose-of-blend", "blend-of-inverse-transposes"})
    add_part_scene(
        cases, "batched",
        {fmt::format("bar.{}", rule),
         2,
         {{"normal_rule", rule}},
         "Scaled middle joint: every batch keeps to the normal rule.",
         rule == "direction" ? DefectIds{"part-local-index"} : DefectIds{"normal-by-M", "part-local-index"},
         [] {
           scenes::BarVariation variation;
           variation.middle_scale = {2, 0.5, 1};
           return scenes::bar(variation);
         }});
  add_part_scene(cases, "batched",
                 {"fork.k-3",
                  3,
                  {},
                  "Two children of one parent: triangles between them need all three matrices.",
                  {"largest-weight"},
                  [] {
                    scenes::LimbVariation fork;
                    fork.fork = true;
                    return scenes::limb(scenes::degrees(60), scenes::degrees(40), fork);
                  },
                  false});
  for (const std::size_t k : {3, 4})
    add_part_scene(cases, "batched",
                   {fmt::format("figure.reduced-{}", k),
                    k,
                    {{"excess", "reduce"}},
                    "Triangles that need too many matrices lose their weakest influences, and say how much.",
                    {"reduced-weights-not-rescaled", "reduced-per-triangle-cracks"},
                    [] { return scenes::figure(scenes::FigureDetail::small); },
                    false});
}

}  // namespace bindpose::conformance::skinning
