// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of delta mush. Varied: bend and twist of a closed tube, how it is meshed, the Laplacian,
// iterations and step, boundaries, vertices without triangles, scale and mirroring, the entry level.
#include "conformance/cases/shared/mesh_scenes.h"
#include "reference/scenes/bar.h"
#include "reference/surface/shared/laplacian.h"

namespace bindpose::conformance::surface {
namespace {

ChangeQuestion smoothed(std::size_t iterations, double step) {
  return [=](Expected<ArraySet> question) {
    if (question) bindpose::surface::add_smoothing(*question, {iterations, step});
    return question;
  };
}

const Options uniform = {{"laplacian", "uniform"}};
const Options cotangent = {{"laplacian", "cotangent"}};

void add_tubes(std::vector<Case>& cases) {
  const DefectIds steps = {"iteration-count-off-by-one", "step-ignored", "lbs-instead"};
  add_mesh_cases(cases, "delta_mush",
                 {"tube.bend-90",
                  "A tube at a right angle: the elbow is smoothed, the detail put back.",
                  {"delta-in-world-frame", "lbs-instead", "iteration-count-off-by-one"},
                  true,
                  [] { return small_tube(90, 30); }},
                 smoothed(4, 0.5), uniform);
  add_mesh_cases(cases, "delta_mush",
                 {"tube.uneven",
                  "Triangles of very different sizes tell the Laplacians apart.",
                  {"uniform-instead-of-cotangent", "normal-average-unweighted"},
                  true,
                  [] { return uneven_tube(60, 30); }},
                 smoothed(3, 0.75), cotangent);
  for (const Options& laplacian : {uniform, cotangent})
    add_mesh_cases(
        cases, "delta_mush",
        {"tube.fine-bend-60-twist-90", "A fine tube, bent and twisted at once, smoothed ten times.", steps,
         false, [] { return fine_tube(60, 90); }},
        smoothed(10, 0.5), laplacian);
  add_mesh_cases(cases, "delta_mush",
                 {"tube.whole-step",
                  "The whole step: every vertex goes to the mean of its neighbours.",
                  {"in-place-smoothing"},
                  false,
                  [] { return small_tube(60, 0); }},
                 smoothed(3, 1), uniform);
  add_mesh_cases(cases, "delta_mush",
                 {"tube.rest",
                  "The rest pose gives the rest mesh back, however much is smoothed.",
                  {"delta-not-applied", "ibm-ignored"},
                  true,
                  [] { return small_tube(0, 0); }},
                 smoothed(6, 0.5), uniform);
  add_mesh_case(cases, "delta_mush",
                {"tube.no-iterations",
                 "Without smoothing the positions are those of linear blend skinning.",
                 {"iteration-count-off-by-one"},
                 false,
                 [] { return small_tube(60, 30); }},
                Level::palette, smoothed(0, 0.5), uniform);
}

void add_others(std::vector<Case>& cases) {
  add_mesh_cases(cases, "delta_mush",
                 {"bar.posed",
                  "An open box: boundary vertices are smoothed over the neighbours they have.",
                  {"boundary-pinned", "ibm-wrong-side", "palette-transposed", "delta-in-world-frame"},
                  true,
                  [] { return scenes::bar(); }},
                 smoothed(2, 0.5), uniform);
  add_mesh_cases(cases, "delta_mush",
                 {"bar.bind-shape",
                  "Inverse binds that are not the inverse of the rest pose.",
                  {"ibm-ignored", "ibm-wrong-side", "delta-not-applied"},
                  false,
                  [] {
                    scenes::BarVariation variation;
                    variation.bind_shape = true;
                    return scenes::bar(variation);
                  }},
                 smoothed(2, 0.5), cotangent);
  add_mesh_cases(cases, "delta_mush",
                 {"tube.scaled",
                  "A joint scaled along its axes: the detail keeps its size.",
                  {"delta-scaled"},
                  false,
                  [] {
                    return scaled_tube(40, {2, 0.75, 1.25});
                  }},
                 smoothed(4, 0.5), uniform);
  add_mesh_cases(cases, "delta_mush",
                 {"tube.mirrored",
                  "A mirroring joint turns the winding inside out; frames stay rotations.",
                  {"frame-left-handed"},
                  false,
                  [] {
                    return scaled_tube(40, {-1, 1, 1});
                  }},
                 smoothed(4, 0.5), uniform);
  add_mesh_cases(cases, "delta_mush",
                 {"tube.loose-vertex",
                  "A vertex of no triangle is skinned by linear blending.",
                  {"nan-without-neighbours"},
                  false,
                  [] { return tube_with_loose_vertex(60); }},
                 smoothed(4, 0.5), uniform);
  const auto smooth = smoothed(4, 0.5);
  add_mesh_case(
      cases, "delta_mush",
      {"tube.unused-joint-nan",
       "Slots of weight 0 name a joint that holds NaN.",
       {"nan-times-zero"},
       false,
       [] { return small_tube(60, 30); }},
      Level::palette,
      [smooth](Expected<ArraySet> question) { return smooth(with_unused_joint(std::move(question))); },
      uniform);
}

}  // namespace

void delta_mush_cases(std::vector<Case>& cases) {
  add_tubes(cases);
  add_others(cases);
}

}  // namespace bindpose::conformance::surface
