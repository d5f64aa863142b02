// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for pose space deformation. Varied: the level, the space of displacements, the
// distance of poses with its metric and sigma, the number of examples, given weights, the motion of
// joints, joints that map onto a plane.
#include <algorithm>

#include "conformance/cases/shared/engine_conventions.h"
#include "conformance/cases/shared/example_scenes.h"
#include "conformance/cases/shared/posed_shapes.h"
#include "reference/model/rows.h"

namespace bindpose::conformance::examples {
namespace {

/// The joint that a vertex belongs to: the one with its largest weight; of equal ones, the last.
Array::Integers owners_of(const Influences& influences) {
  Array::Integers owners;
  for (std::size_t first = 0; first < influences.joints.size(); first += influences.width) {
    std::size_t largest = first;
    for (std::size_t i = first; i < first + influences.width; ++i)
      if (influences.weights[i] >= influences.weights[largest]) largest = i;
    owners.push_back(static_cast<std::int32_t>(influences.joints[largest]));
  }
  return owners;
}

Expected<ArraySet> ask_in_pose_space(const ExampleScene& asked, Level level) {
  const scenes::Scene scene = turned_bar(asked.turns, asked.variation);
  BINDPOSE_TRY(auto question, matrix_question(scene, level));
  if (!asked.with_directions) {
    question.remove("normals");
    question.remove("tangents");
  }
  const std::size_t V = scene.rig.mesh.vertex_count(), P = asked.examples.size();
  question.add("owners", {V}, owners_of(scene.rig.influences));
  add_examples(question, asked, false);
  if (level == Level::pose) {
    add_poses(question, asked, true);
    return question;
  }
  Array::Reals weights;
  for (std::size_t i = 0; i < V * P; ++i)
    weights.push_back(asked.weights[i % P] +
                      0.125 *
                          static_cast<double>(i / P % 3));  // neighbouring vertices have different weights
  question.add("example_weights", {V, P}, std::move(weights));
  return question;
}

/// Every fourth vertex belongs to the root, with a tiny weight on the middle joint.
void barely_told_apart(ArraySet& question) {
  const std::size_t K = question.find("weights")->shape[1];
  change_rows(question, "weights", K, [&](double* w, std::size_t v) {
    if (v % 4 != 0) return;
    std::fill_n(w, K, 0.0);
    w[0] = 1;
    w[1] = 0x1p-50;
    std::int32_t* j = &(*integers_of(question, "joints"))[v * K];
    j[0] = 0;
    j[1] = 1;
  });
}

void add_poses_cases(const CasesOf<ExampleScene>& add) {
  const std::vector<Turns> all_move = {{5, 10, 15}, {-20, 60, -30}, {20, -15, -70}, {-40, 45, 50}};
  for (const char* share : {"whole", "by-influence"}) {
    for (const double sigma : {0.625, 1.25}) {
      const std::string size = sigma < 1 ? ".narrow" : ".wide";
      add("bar.turns" + size, "Poses as joint angles.",
          {.turns = {10, 25, -15},
           .examples = all_move,
           .options = {{"pose_distance", share}, {"space", "joint"}},
           .sigma = sigma},
          {Level::pose});
    }
    add("bar.rotations", "Poses as joint rotations, of either sign.",
        {.turns = {10, 25, -15},
         .examples = all_move,
         .options = {{"metric", "rotation-angle"}, {"pose_distance", share}, {"space", "pre-skinning"}},
         .sigma = 1.25},
        {Level::pose});
    add("bar.axes", "Poses as bone directions.",
        {.turns = {10, 25, -15},
         .examples = all_move,
         .options = {{"metric", "arc-length"}, {"pose_distance", share}, {"space", "joint"}},
         .sigma = 0.75},
        {Level::pose});
  }
  add("bar.some-told-apart",
      "Examples that differ only in the middle joint: they are equal for vertices it does not move.",
      {.examples = {{0, 0, 0}, {0, 70, 0}},
       .options = {{"pose_distance", "by-influence"}, {"space", "joint"}}},
      {Level::pose});
  add("bar.barely-told-apart",
      "Vertices with a tiny weight of the only joint that differs: their equations have no solution.",
      {.examples = {{0, 0, 0}, {0, 70, 0}},
       .options = {{"pose_distance", "by-influence"}, {"space", "joint"}},
       .change = &barely_told_apart},
      {Level::pose});
  for (const char* metric : {"rotation-angle", "arc-length"})
    add("bar.other-lengths", "Poses and examples 1 % too long or too short: only their angles count.",
        {.turns = {10, 25, -15},
         .examples = {{5, 10, 15}, {-20, 60, -30}, {20, -15, -70}},
         .options = {{"metric", metric}, {"space", "joint"}},
         .sigma = 1.25,
         .change = &with_poses_of_other_lengths},
        {Level::pose});
}

/// Shapes as an artist might deliver them.
void add_artists_shapes_in_pose_space(std::vector<Case>& cases) {
  const auto add = [&](const char* name, const char* purpose, const Options& options,
                       const PosedShapes& shapes) {
    const auto ask = [shapes]() -> Expected<ArraySet> {
      BINDPOSE_TRY(auto question, matrix_question(shapes.asked, Level::pose));
      const Rig& rig = shapes.asked.rig;
      question.add("owners", {rig.mesh.vertex_count()}, owners_of(rig.influences));
      add_examples(question, shapes, false);
      add_poses(question, shapes, true, 1);
      return question;
    };
    add_case(cases, scene_case("pose_space", name, options, Level::pose), purpose, ask).golden =
        std::string_view(name) == "cylinder.twisted";
  };
  const PosedShapes arm = arm_shapes({scenes::degrees(70), scenes::degrees(20), scenes::degrees(5)});
  const PosedShapes cylinder = cylinder_shapes({scenes::degrees(40), scenes::degrees(50)});
  for (const char* space : {"joint", "pre-skinning"}) {
    add("arm.flexed", "An arm with a swelling biceps, between its examples.", {{"space", space}}, arm);
    add("cylinder.twisted", "A cylinder that keeps its radius, between its examples.", {{"space", space}},
        cylinder);
  }
}

/// Conventions of engines, and how weights matter in either space.
void add_conventions_in_pose_space(std::vector<Case>& cases) {
  for (const char* space : {"joint", "pre-skinning"}) {
    const Conventions bar{"pose_space",
                          [space](const Vec3<double>& scale, Level level) {
                            return ask_in_pose_space({.options = {{"space", space}},
                                                      .variation = {.middle_scale = scale},
                                                      .weights = {0.375, 0.25, 0.5, -0.125}},
                                                     level);
                          },
                          {{"space", space}}};
    if (space == std::string_view("joint")) {
      add_linear_blend_conventions(cases, bar);
      continue;
    }
    add_weight_conventions(cases, bar, Level::palette);
    add_tied_influences(cases, bar);
  }
}

/// Distances whose weights depend on the conventions.
void add_shares_of_weights(std::vector<Case>& cases) {
  const Options options = {{"pose_distance", "by-influence"}, {"space", "joint"}};
  const Conventions bar{"pose_space",
                        [options](const Vec3<double>& scale, Level level) {
                          return ask_in_pose_space({.turns = {10, 25, -15},
                                                    .examples = {{5, 10, 15}, {-20, 60, -30}, {20, -15, -70}},
                                                    .options = options,
                                                    .variation = {.middle_scale = scale}},
                                                   level);
                        },
                        options};
  add_weight_conventions(cases, bar, Level::pose);
  add_tied_influences(cases, bar, Level::pose);
}

}  // namespace

void pose_space_cases(std::vector<Case>& cases) {
  const CasesOf<ExampleScene> add(cases, "pose_space", &ask_in_pose_space);
  const auto add_in_both_spaces = [&add](
                                      const char* name, const char* purpose, ExampleScene scene,
                                      std::initializer_list<Level> levels = {Level::palette, Level::pose}) {
    for (const char* space : {"joint", "pre-skinning"}) {
      scene.options["space"] = space;
      add(name, purpose, scene, levels);
    }
  };
  add_in_both_spaces("bar.between", "Between four examples.", {.weights = {0.375, 0.25, 0.5, -0.125}});
  add_in_both_spaces("bar.at-example", "The pose of an example gives its shape.",
                     {.turns = {20, 0, -70}, .weights = {0, 0, 1, 0}});
  add_in_both_spaces("bar.one", "One example; a mesh without normals and tangents.",
                     {.examples = {{0, 60, 0}}, .weights = {0.75}, .with_directions = false});
  add_in_both_spaces(
      "bar.far", "Far from the origin, joints listed child first.",
      {.variation = {.shuffled = true, .offset = {100, 0, 0}}, .weights = {0.5, 0.25, 0.25, 0.25}});
  add_in_both_spaces("bar.weights-given", "Example weights below 0 and above 1.",
                     {.weights = {1.25, -0.5, 0.125, 0.5}}, {Level::palette});
  add_in_both_spaces("bar.weights-sum-0.98", "Influence weights that do not sum to 1.",
                     {.variation = {.weight_sum = 0.98}, .weights = {0.5, 0.25, 0.125, 0.125}});
  add_in_both_spaces("bar.flat", "An example in which a joint maps onto a plane.",
                     {.weights = {0.5, 0.125, 0.25, 0.25}, .change = &with_flat_example});
  add_poses_cases(add);
  add_artists_shapes_in_pose_space(cases);
  add_conventions_in_pose_space(cases);
  add_shares_of_weights(cases);
}

}  // namespace bindpose::conformance::examples
