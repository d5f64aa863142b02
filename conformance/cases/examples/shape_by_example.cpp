// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for shape by example. Varied: the level, the metric of poses and sigma, the number of
// examples, given weights, the motion of joints, joints that cancel.

#include "conformance/cases/shared/engine_conventions.h"
#include "conformance/cases/shared/example_scenes.h"
#include "conformance/cases/shared/posed_shapes.h"
#include "reference/model/rows.h"

namespace bindpose::conformance::examples {
namespace {

Expected<ArraySet> ask_by_example(const ExampleScene& asked, Level level) {
  BINDPOSE_TRY(auto question, matrix_question(turned_bar(asked.turns, asked.variation), level));
  for (const char* name : {"positions", "normals", "tangents"})
    question.remove(name);
  add_examples(question, asked, asked.with_directions);
  if (level == Level::pose)
    add_poses(question, asked, false);
  else
    question.add("example_weights", {asked.weights.size()}, asked.weights);
  return question;
}

/// The second example's last joint is rotated by half a turn about z relative to the joint before
/// it, so that equal shares of both cancel.
void cancelled(ArraySet& question) {
  const std::size_t P = question.find("example_palettes")->shape[1];
  change_rows(question, "example_palettes", 12, [P](double* row, std::size_t i) {
    if (i % P != 1) return;
    const double sign = i / P == 2 ? -1 : 1;
    put_affine(row, {Vec3<double>(sign, sign, 1).asDiagonal().toDenseMatrix(), Vec3<double>(0.5, 0, 0)});
  });
}

/// Shapes of any kind, at both levels.
void add_shapes(const CasesOf<ExampleScene>& add) {
  add("bar.between", "Between four examples.", {.weights = {0.375, 0.25, 0.5, -0.125}});
  add("bar.at-example", "The pose of an example gives its shape.",
      {.turns = {20, 0, -70}, .weights = {0, 0, 1, 0}});
  add("bar.one", "One example.", {.examples = {{0, 60, 0}}, .weights = {1}});
  add("bar.two", "Two examples.",
      {.examples = {{0, 60, 0}, {20, 0, -70}}, .weights = {0.625, 0.375}, .with_directions = false});
  add("bar.far", "Far from the origin, joints listed child first.",
      {.variation = {.shuffled = true, .offset = {100, 0, 0}}, .weights = {0.25, 0.25, 0.25, 0.25}});
  add("bar.weights-sum-0.98", "Influence weights that do not sum to 1.",
      {.variation = {.weight_sum = 0.98}, .weights = {0.5, 0.25, 0.125, 0.125}});
  add("bar.rigid", "Weights of 1.", {.variation = {.rigid = true}, .weights = {0.5, 0.25, 0.125, 0.125}});
}

/// Weights of examples that do not follow from a pose, and a blend without an inverse.
void add_given_weights(const CasesOf<ExampleScene>& add) {
  add("bar.weights-given", "Example weights that do not sum to 1, one below 0 and one above 1.",
      {.weights = {1.25, -0.5, 0.125, 0.5}}, {Level::palette});
  add("bar.weights-given-small", "Example weights that sum to 1/2.", {.weights = {0.25, -0.25, 0.375, 0.125}},
      {Level::palette});
  add("bar.cancelled", "An example in which two joints cancel at some vertices.",
      {.weights = {0.5, 0, 0.25, 0.25}, .change = &cancelled});
}

/// Poses that determine the weights.
void add_poses_of_shapes(const CasesOf<ExampleScene>& add) {
  const std::vector<Turns> all_move = {{5, 10, 15}, {-20, 60, -30}, {20, -15, -70}, {-40, 45, 50}};
  add("bar.wide", "A larger sigma.", {.examples = all_move, .sigma = 1.25}, {Level::pose});
  add("bar.narrow", "A smaller sigma.", {.turns = {-5, 20, 30}, .examples = all_move, .sigma = 0.625},
      {Level::pose});
  add("bar.beyond", "A pose beyond all examples.", {.turns = {60, -90, 80}, .sigma = 0.75}, {Level::pose});
}

/// Poses that are rotations or directions.
void add_angles_of_shapes(const CasesOf<ExampleScene>& add) {
  for (const double sigma : {0.75, 1.25}) {
    const std::string size = sigma < 1 ? ".narrow" : ".wide";
    ExampleScene scene{.turns = {10, 85, -20},
                       .examples = {{0, 0, 0}, {0, 60, 0}, {0, 120, 0}, {0, -75, 10}},
                       .options = {{"metric", "rotation-angle"}},
                       .sigma = sigma};
    add("bar.rotations" + size, "Poses as rotations of a joint, of either sign.", scene, {Level::pose});
    scene.options = {{"metric", "arc-length"}};
    add("bar.axes" + size, "Poses as directions of a bone.", scene, {Level::pose});
  }
}

/// Poses whose length is not exactly 1.
void add_other_lengths(const CasesOf<ExampleScene>& add) {
  for (const char* metric : {"rotation-angle", "arc-length"})
    add("bar.other-lengths", "Poses and examples 1 % too long or too short: only their angles count.",
        {.turns = {10, 85, -20},
         .examples = {{0, 0, 0}, {0, 60, 0}, {0, 120, 0}},
         .options = {{"metric", metric}},
         .change = &with_poses_of_other_lengths},
        {Level::pose});
}

/// Shapes as an artist might deliver them.
void add_artists_shapes(std::vector<Case>& cases) {
  const auto add = [&](const char* name, const char* purpose, const PosedShapes& shapes) {
    const auto ask = [shapes]() -> Expected<ArraySet> {
      BINDPOSE_TRY(auto question, matrix_question(shapes.asked, Level::pose));
      for (const char* array : {"positions", "normals", "tangents"})
        question.remove(array);
      add_examples(question, shapes, true);
      add_poses(question, shapes, false, 1);
      return question;
    };
    add_case(cases, scene_case("shape_by_example", name, {}, Level::pose), purpose, ask).golden = false;
  };
  add("arm.flexed", "An arm with a swelling biceps, between its examples.",
      arm_shapes({scenes::degrees(70), scenes::degrees(20), scenes::degrees(5)}));
  add("cylinder.twisted", "A cylinder that keeps its radius, between its examples.",
      cylinder_shapes({scenes::degrees(40), scenes::degrees(50)}));
}

}  // namespace

void shape_by_example_cases(std::vector<Case>& cases) {
  const CasesOf<ExampleScene> add(cases, "shape_by_example", &ask_by_example);
  add_shapes(add);
  add_given_weights(add);
  add_poses_of_shapes(add);
  add_angles_of_shapes(add);
  add_other_lengths(add);
  add_artists_shapes(cases);
  const Conventions bar{"shape_by_example", [](const Vec3<double>& scale, Level level) {
                          return ask_by_example(
                              {.variation = {.middle_scale = scale}, .weights = {0.375, 0.25, 0.5, -0.125}},
                              level);
                        }};
  add_linear_blend_conventions(cases, bar);
}

}  // namespace bindpose::conformance::examples
