// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for direct delta mush's precomputation. Varied: the mesh, the Laplacian, iterations
// and step, boundaries, vertices without triangles.
#include "conformance/cases/shared/mesh_scenes.h"
#include "reference/surface/shared/laplacian.h"

namespace bindpose::conformance::surface {
namespace {

/// The arrays of a palette-level input that the precomputation needs.
ChangeQuestion precomputed(std::size_t iterations, double step) {
  return [=](ArraySet& question) {
    ArraySet kept;
    for (const char* name : {"positions", "joints", "weights", "triangles"})
      kept.put(*question.find(name));
    const auto joints = static_cast<std::int32_t>(question.find("palette")->shape[0]);
    kept.add("joint_count", {1}, Array::Integers{joints});
    bindpose::surface::add_smoothing(kept, {iterations, step});
    question = std::move(kept);
  };
}

void add(std::vector<Case>& cases, const char* name, const char* purpose, bool golden, const MakeScene& make,
         std::size_t iterations, double step, const char* laplacian = "uniform") {
  add_mesh_case(cases, "direct_delta_mush_omegas", {name, purpose, golden, make}, Level::palette,
                precomputed(iterations, step), {{"laplacian", laplacian}});
}

}  // namespace

void direct_delta_mush_omegas_cases(std::vector<Case>& cases) {
  for (const char* laplacian : {"uniform", "cotangent"})
    add(cases, "tube", "A closed tube with an even mesh.", true, small_tube(0, 0), 4, 0.5, laplacian);
  for (const char* laplacian : {"uniform", "cotangent"})
    add(cases, "tube.uneven", "Triangles of very different sizes distinguish the Laplacians.",
        laplacian == std::string_view("cotangent"), uneven_tube(0, 0), 3, 0.75, laplacian);
  add(cases, "tube.fine", "A fine tube, smoothed ten times.", false, fine_tube(0, 0), 10, 0.5);
  add(cases, "bar", "An open box: a boundary vertex is smoothed over the neighbours it has.", true,
      bar({}, true), 2, 1);
  for (const char* laplacian : {"uniform", "cotangent"})
    add(cases, "tube.every-slot-4", "Four joints influence every vertex: all of them count.", true,
        every_slot_tube(0, 0), 3, 0.5, laplacian);
  for (const double sum : {0.98, 1.75})
    add(cases, sum < 1 ? "tube.weights-sum-0.98" : "tube.weights-sum-1.75",
        "Weights that do not sum to 1 are used as given.", true, weighing(small_tube(0, 0), sum), 3, 0.5);
  Conventions conventions = conventions_of_tube("direct_delta_mush_omegas", precomputed(4, 0.5));
  conventions.options = {{"laplacian", "uniform"}};
  add_weight_conventions(cases, conventions, Level::palette);
  add(cases, "tube.unsmoothed", "No iterations: each vertex keeps its own moments.", false, small_tube(0, 0),
      0, 0.5);
  add(cases, "tube.loose-vertex", "A vertex without triangles keeps its own moments.", false,
      tube_with_loose_vertex(0), 4, 0.5);
  add(cases, "tube.loose-vertex-cotangent", "Cotangent weights; a vertex without triangles has none.", false,
      tube_with_loose_vertex(0), 2, 0.5, "cotangent");
  add(cases, "bar.once", "An open box, smoothed once.", false, bar({}, true), 1, 0.5);
}

}  // namespace bindpose::conformance::surface
