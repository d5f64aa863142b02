// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for smoothed weights. Varied: the number and size of steps, the weights of neighbours,
// seams, disconnected parts, a vertex without triangles, a single joint, a joint in several slots,
// a gap that is not a seam, tiny weights, more than two joints, many vertices.

#include "conformance/cases/shared/mesh_scenes.h"
#include "conformance/cases/shared/pose_case.h"
#include "conformance/cases/shared/slots.h"
#include "conformance/cases/shared/weight_scenes.h"
#include "reference/surface/shared/laplacian.h"

namespace bindpose::conformance::binding {
namespace {

ArraySet smoothed(const MakeScene& make, int iterations, double step) {
  const scenes::Scene scene = make();
  ArraySet question = weighted_vertices(scene);
  question.add("positions", {scene.rig.mesh.positions.size(), 3}, numbers_of(scene.rig.mesh.positions));
  add_triangles(question, scene.rig.mesh.triangles);
  bindpose::surface::add_smoothing(question, {static_cast<std::size_t>(iterations), step});
  return question;
}

scenes::Scene cut_open() {
  return with_seam(small_tube(0, 0)());
}

/// Splits each slot into two slots of the same joint, with a quarter and three quarters of the
/// weight.
scenes::Scene in_halves() {
  scenes::Scene scene = small_tube(0, 0)();
  Influences& influences = scene.rig.influences;
  Influences halved{2 * influences.width, {}, {}};
  for (std::size_t i = 0; i < influences.joints.size(); ++i)
    for (const double part : {0.25, 0.75}) {
      halved.joints.push_back(influences.joints[i]);
      halved.weights.push_back(to_float32(part * influences.weights[i]));
    }
  influences = std::move(halved);
  return scene;
}

/// A tube cut open, with its edges a quarter of a millimetre apart.
scenes::Scene with_gap() {
  const std::size_t whole = small_tube(0, 0)().rig.mesh.positions.size();
  scenes::Scene scene = cut_open();
  for (std::size_t v = whole; v < scene.rig.mesh.positions.size(); ++v)
    scene.rig.mesh.positions[v][2] += 0x1p-12;
  return scene;
}

/// Every third pair of vertices belongs to the second joint, the others to the first.
ArraySet smoothed_ribbon(std::size_t vertices, int iterations, double step) {
  Array::Integers joints;
  for (std::size_t v = 0; v < vertices; ++v)
    joints.push_back(v / 2 % 3 == 0 ? 1 : 0);
  ArraySet question = ribbon(std::move(joints), 2);
  bindpose::surface::add_smoothing(question, {static_cast<std::size_t>(iterations), step});
  return question;
}

/// A mask for one joint, which is the only joint of most vertices.
ArraySet smoothed_mask(int iterations, double step) {
  ArraySet question = smoothed(small_tube(0, 0), iterations, step);
  const std::size_t vertices = question.find("positions")->shape[0];
  Array::Reals weights(vertices, 1);
  for (std::size_t v = 0; v < vertices; v += 3)
    weights[v] = 0.25;
  for (const Array& array : weighted_vertices(1, Array::Integers(vertices, 0), std::move(weights), 1))
    question.put(array);
  return question;
}

}  // namespace

void smooth_weights_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "smooth_weights");
  for (const char* laplacian : {"uniform", "cotangent"}) {
    const auto name = [&](const char* scene) { return std::string(scene) + "." + laplacian; };
    const Options options = {{"laplacian", laplacian}};
    add(name("tube.uneven"), "Triangles of very different shapes.", &smoothed, uneven_tube(0, 0), 3, 0.5)
        .options = options;
    add(name("tubes"), "Two disconnected parts.", &smoothed, two_tubes(0), 2, 0.625).options = options;
  }
  add("tube.loose", "A vertex without triangles keeps its weights.", &smoothed, tube_with_loose_vertex(0), 2,
      0.75);
  add("tube.seam", "A tube cut open along its length; copies of a vertex have different weights.", &smoothed,
      &cut_open, 2, 0.5);
  add("tube.seam.apart", "A tube cut open; copies of a vertex are smoothed separately.", &smoothed, &cut_open,
      2, 0.5)
      .options = {{"seams", "apart"}};
  Case& by_cotangents =
      add("tube.seam.apart.cotangent", "Separate copies of a vertex, with cotangent weights.", &smoothed,
          &cut_open, 2, 0.5);
  by_cotangents.options = {{"laplacian", "cotangent"}, {"seams", "apart"}};
  by_cotangents.golden = false;
  add("tube.gap", "Vertices 0.25 mm apart are not at one position: the gap remains.", &smoothed, &with_gap, 2,
      0.5);
  add("tube.gap.longer", "A gap of 0.25 mm, smoothed three times.", &smoothed, &with_gap, 3, 0.75);
  add("tube.slots-of-one-joint", "Every joint fills two slots of a vertex; their weights add up.", &smoothed,
      &in_halves, 2, 0.5);
  add("tube.one-joint", "Weights of one joint, most of them 1.", &smoothed_mask, 2, 0.5);
  add(
      "tube.tiny", "Weights of 2^-12 and 2^-16 count like any other.", &smoothed,
      [] { return with_tiny_weights(small_tube(0, 0)()); }, 1, 0.5);
  for (const char* laplacian : {"uniform", "cotangent"})
    add(std::string("tube.twelve-times.") + laplacian, "Four joints, smoothed twelve times.", &smoothed,
        every_slot_tube(0, 0), 12, 0.5)
        .options = {{"laplacian", laplacian}};
  cases.back().golden = false;
  add("ribbon.vertices-260", "More vertices than a byte can count.", &smoothed_ribbon, 260U, 2, 0.5);
  Case& ribbon_600 = add("ribbon.vertices-600.cotangent", "600 vertices, with cotangent weights.",
                         &smoothed_ribbon, 600U, 2, 0.5);
  ribbon_600.options = {{"laplacian", "cotangent"}};
  ribbon_600.golden = false;
  add("tube.seam.unsmoothed", "No smoothing: a seam is still closed.", &smoothed, &cut_open, 0, 0.5);
}

}  // namespace bindpose::conformance::binding
