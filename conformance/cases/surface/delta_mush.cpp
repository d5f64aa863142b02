// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for delta mush. Varied: bend and twist of a closed tube, its mesh, the Laplacian,
// iterations and step, boundaries, vertices without triangles, scale and mirroring, the entry
// level.
#include "conformance/cases/shared/far_joints.h"
#include "conformance/cases/shared/mesh_scenes.h"
#include "conformance/cases/shared/weight_scenes.h"
#include "reference/surface/shared/laplacian.h"

namespace bindpose::conformance::surface {
namespace {

ChangeQuestion smoothed(std::size_t iterations, double step) {
  return [=](ArraySet& question) { bindpose::surface::add_smoothing(question, {iterations, step}); };
}

const Options uniform = {{"laplacian", "uniform"}};
const Options cotangent = {{"laplacian", "cotangent"}};

void add(std::vector<Case>& cases, const char* name, const char* purpose, bool golden, const MakeScene& make,
         const ChangeQuestion& change, const Options& laplacian = uniform) {
  add_mesh_cases(cases, "delta_mush", {name, purpose, golden, make}, change, laplacian);
}
void add_at_palette(std::vector<Case>& cases, const char* name, const char* purpose, bool golden,
                    const MakeScene& make, const ChangeQuestion& change) {
  add_mesh_case(cases, "delta_mush", {name, purpose, golden, make}, Level::palette, change, uniform);
}

void add_tubes(std::vector<Case>& cases) {
  add(cases, "tube.bend-90", "A tube at a right angle: the elbow is smoothed, the detail restored.", true,
      small_tube(90, 30), smoothed(4, 0.5));
  add(cases, "tube.uneven", "Triangles of very different sizes distinguish the Laplacians.", true,
      uneven_tube(60, 30), smoothed(3, 0.75), cotangent);
  for (const Options& laplacian : {uniform, cotangent})
    add(cases, "tube.fine-bend-60-twist-90", "A fine tube, bent and twisted, smoothed ten times.", false,
        fine_tube(60, 90), smoothed(10, 0.5), laplacian);
  add(cases, "tube.whole-step", "A full step: every vertex moves to the mean of its neighbours.", false,
      small_tube(60, 0), smoothed(3, 1));
  add(cases, "tube.rest", "The rest pose returns the rest mesh, with any smoothing.", true, small_tube(0, 0),
      smoothed(6, 0.5));
  add_at_palette(cases, "tube.no-iterations", "Without smoothing, positions equal linear blend skinning.",
                 false, small_tube(60, 30), smoothed(0, 0.5));
}

void add_others(std::vector<Case>& cases) {
  add(cases, "bar.posed", "An open box: a boundary vertex is smoothed over the neighbours it has.", true,
      bar(), smoothed(2, 0.5));
  add(cases, "tube.every-slot-4", "Four joints influence every vertex: all of them count.", true,
      every_slot_tube(25, 20), smoothed(3, 0.5));
  add_at_palette(cases, "hose.joints-300", "More joints than a byte can count.", true, far_joints(),
                 smoothed(2, 0.5));
  add_mesh_case(cases, "delta_mush", other_far_joints(), Level::palette, smoothed(2, 0.5), uniform);
  for (const double sum : {0.98, 1.75})
    add(cases, sum < 1 ? "tube.weights-sum-0.98" : "tube.weights-sum-1.75",
        "Weights that do not sum to 1 are used as given.", true, weighing(small_tube(60, 30), sum),
        smoothed(3, 0.5));
  add(cases, "bar.bind-shape", "Inverse binds that do not invert the rest pose.", false,
      bar({.bind_shape = true}), smoothed(2, 0.5), cotangent);
  add(cases, "tube.scaled", "A joint scaled along its axes: the detail keeps its size.", false,
      scaled_tube(40, {2, 0.75, 1.25}), smoothed(4, 0.5));
  add(cases, "tube.mirrored", "A mirroring joint reverses the winding; frames stay rotations.", false,
      scaled_tube(40, {-1, 1, 1}), smoothed(4, 0.5));
  add(cases, "tube.loose-vertex", "A vertex without triangles uses linear blend skinning.", false,
      tube_with_loose_vertex(60), smoothed(4, 0.5));
  add(cases, "tube.mirrored-loose-vertex",
      "A mirroring joint with non-uniform scale; a vertex without triangles.", false,
      scaled_tube_with_loose_vertex({1.25, 0.75, -1}), smoothed(2, 0.5));
  add_at_palette(
      cases, "tube.seam", "A tube cut open along its length: each vertex is smoothed by itself.", true,
      [] { return with_seam(small_tube(60, 30)()); }, smoothed(3, 0.5));
  add_at_palette(
      cases, "bar.seam", "An open box cut along its length: each vertex is smoothed by itself.", false,
      [] { return with_seam(scenes::bar()); }, smoothed(2, 0.5));
  add_at_palette(cases, "tube.named-twice", "Triangles that name a vertex twice connect nothing.", true,
                 naming_twice(small_tube(60, 30)), smoothed(3, 0.5));
  add_at_palette(cases, "bar.named-twice", "An open box with triangles that name a vertex twice.", false,
                 naming_twice(bar()), smoothed(2, 0.5));
  const auto smooth_without_joint = [](ArraySet& question) {
    with_unused_joint(question);
    smoothed(4, 0.5)(question);
  };
  add_at_palette(cases, "tube.collapsed",
                 "A joint shrinks to a point: vertices whose neighbours all shrink have no frame.", true,
                 small_tube(0, 0), [](ArraySet& question) {
                   with_collapsed_end(question);
                   smoothed(1, 0.5)(question);
                 });
  add_at_palette(cases, "tube.unused-joint-nan", "Slots of weight 0 refer to a joint with NaN.", false,
                 small_tube(60, 30), smooth_without_joint);
  add_at_palette(cases, "bar.unused-joint-nan", "An open box; slots of weight 0 refer to a joint with NaN.",
                 false, bar({.rigid = true}), smooth_without_joint);
}

}  // namespace

void delta_mush_cases(std::vector<Case>& cases) {
  add_tubes(cases);
  add_tube_policies(cases, "delta_mush", smoothed(4, 0.5));
  const Conventions conventions = conventions_of_tube("delta_mush", smoothed(4, 0.5));
  add_weight_conventions(cases, conventions, Level::palette);
  add_others(cases);
}

}  // namespace bindpose::conformance::surface
