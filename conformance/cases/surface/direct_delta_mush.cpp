// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for direct delta mush, with the moments that the reference computes, rounded to
// float32. Varied: bend and twist, the amount of smoothing, the number of joints, the sum of
// weights, scale and mirroring, the entry level.

#include "conformance/cases/shared/far_joints.h"
#include "conformance/cases/shared/mesh_scenes.h"
#include "reference/model/rows.h"
#include "reference/surface/shared/omegas_question.h"

namespace bindpose::conformance::surface {
namespace {

using bindpose::surface::LaplacianWeights;

ChangeQuestion moments(std::size_t iterations, double step,
                       LaplacianWeights weights = LaplacianWeights::uniform) {
  return [=](ArraySet& question) {
    question = bindpose::surface::with_omegas(question, {iterations, step}, weights).value();
  };
}

void add(std::vector<Case>& cases, const char* name, const char* purpose, bool golden, const MakeScene& make,
         const ChangeQuestion& change) {
  add_mesh_cases(cases, "direct_delta_mush", {name, purpose, golden, make}, change);
}
void add_at_palette(std::vector<Case>& cases, const char* name, const char* purpose, const MakeScene& make,
                    const ChangeQuestion& change) {
  add_mesh_case(cases, "direct_delta_mush", {name, purpose, false, make}, Level::palette, change);
}

/// Without directions: for a small file, or because float32 does not decide them.
MakeScene with_positions_alone(const MakeScene& make) {
  return [make] {
    scenes::Scene scene = make();
    scene.rig.mesh.normals.clear();
    scene.rig.mesh.tangents.clear();
    return scene;
  };
}

void add_tubes(std::vector<Case>& cases) {
  add(cases, "tube.bend-90", "A tube at a right angle.", true, small_tube(90, 30), moments(4, 0.5));
  add(cases, "tube.fine-bend-60-twist-90", "A fine tube, bent and twisted.", false, fine_tube(60, 90),
      moments(10, 0.5, LaplacianWeights::cotangent));
  add(cases, "tube.uneven", "Triangles of very different sizes.", false, uneven_tube(60, 30), moments(4, 1));
  add(cases, "tube.rest", "The rest pose returns the rest mesh.", true, small_tube(0, 0), moments(6, 0.5));
  add(cases, "tube.mirrored", "A mirroring joint: R stays a proper rotation.", true,
      scaled_tube(40, {-1, 1, 1}), moments(6, 0.5));
  add(cases, "tube.scaled", "A joint scaled along its axes: R excludes the scale.", false,
      scaled_tube(40, {2, 0.75, 1.25}), moments(4, 0.5));
  add_at_palette(cases, "tube.unsmoothed",
                 "Moments of one point: positions equal linear blending; R is undefined.",
                 with_positions_alone(small_tube(60, 30)), moments(0, 1));
}

/// Unused slots, with a last moment of 0, refer to a joint with NaN.
void with_unused_slots(ArraySet& question) {
  with_unused_joint(question);
  moments(1, 0.5)(question);
  Array joints = *question.find("joints");
  const Array::Reals& omegas = question.find("omegas")->reals();
  const auto last = static_cast<std::int32_t>(question.find("palette")->shape[0]) - 1;
  auto& slots = std::get<Array::Integers>(joints.data);
  for (std::size_t i = 0; i < slots.size(); ++i)
    if (omegas[10 * i + 9] == 0) slots[i] = last;
  question.put(std::move(joints));
}

/// Every third vertex has only slots without moments.
void with_some_without_moments(ArraySet& question) {
  moments(2, 0.5)(question);
  Array& omegas = *question.find("omegas");
  auto& numbers = std::get<Array::Reals>(omegas.data);
  const std::size_t width = numbers.size() / omegas.shape[0];
  for (std::size_t v = 0; v < omegas.shape[0]; v += 3)
    std::fill_n(&numbers[v * width], width, 0.0);
}

void add_others(std::vector<Case>& cases) {
  add(cases, "bar.posed", "Three joints and an open box; transforms do not commute.", true, bar(),
      moments(2, 0.5));
  add(cases, "tube.every-slot-4", "Four joints influence every vertex: all of them count.", true,
      every_slot_tube(25, 20), moments(3, 0.5));
  add_mesh_case(
      cases, "direct_delta_mush",
      {"hose.joints-300", "More joints than a byte can count.", true, with_positions_alone(far_joints())},
      Level::palette, moments(2, 0.5));
  SceneVariation other = other_far_joints();
  other.make = with_positions_alone(other.make);
  add_mesh_case(cases, "direct_delta_mush", other, Level::palette, moments(2, 0.5));
  for (const double sum : {0.98, 1.75})
    add(cases, sum < 1 ? "tube.weights-sum-0.98" : "tube.weights-sum-1.75",
        "Weights and last moments that do not sum to 1.", sum < 1,
        weighing(with_positions_alone(small_tube(90, 30)), sum), moments(4, 0.5));
  add(cases, "tube.loose-vertex", "A vertex without triangles: its neighbourhood is one point.", false,
      tube_with_loose_vertex(60), moments(4, 0.5));
  add(cases, "tube.mirrored-loose-vertex",
      "A mirroring joint with non-uniform scale; a vertex without triangles.", false,
      scaled_tube_with_loose_vertex({1.25, 0.75, -1}), moments(2, 0.5));
  add_at_palette(cases, "tube.collapsed",
                 "A joint shrinks to a point: vertices whose neighbours all shrink have no rotation.",
                 small_tube(0, 0), [](ArraySet& question) {
                   with_collapsed_end(question);
                   moments(1, 0.5)(question);
                 });
  cases.back().golden = true;
  add_at_palette(cases, "tube.some-without-moments",
                 "Every third vertex has no moments, so its result is undefined.", small_tube(60, 30),
                 &with_some_without_moments);
  cases.back().golden = true;
  add_at_palette(cases, "tube.unused-joint-nan", "Slots whose last moment is 0 refer to a joint with NaN.",
                 small_tube(60, 30), &with_unused_slots);
  add_at_palette(cases, "tube.twisted-unused-joint-nan",
                 "A twist; slots whose last moment is 0 refer to a joint with NaN.", small_tube(0, 60),
                 &with_unused_slots);
}

}  // namespace

void direct_delta_mush_cases(std::vector<Case>& cases) {
  add_tubes(cases);
  add_tube_policies(cases, "direct_delta_mush", moments(4, 0.5));
  for (Case& c : cases)
    if (c.algorithm->stem == "direct_delta_mush" && c.name.find(".many-keyframes.") != std::string::npos)
      change_question(c, [](ArraySet& question) { question = without(question, {"normals", "tangents"}); });
  add_others(cases);
}

}  // namespace bindpose::conformance::surface
