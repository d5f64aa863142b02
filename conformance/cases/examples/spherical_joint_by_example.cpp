// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for spherical joint blending by example. Varied: the level, the number of examples per
// joint, the rotations of joints in the pose and in examples, sigma, given weights, optional
// arrays, sibling joints. Unread values are NaN.
#include <algorithm>

#include "conformance/cases/shared/engine_conventions.h"
#include "conformance/cases/shared/example_scenes.h"
#include "conformance/cases/shared/many_keyframes.h"
#include "conformance/cases/shared/pivot_scenes.h"
#include "reference/model/rows.h"
#include "reference/samples/pivot_questions.h"
#include "reference/samples/spherical_examples.h"

namespace bindpose::conformance::examples {
namespace {

/// Examples of joints and the options of their case.
struct JointExamples {
  Turns turns = {10, 30, -20};  ///< rotations of the requested pose
  std::vector<Turns> examples = {{-10, 60, 15}, {20, -15, -70}, {-15, 40, 45}};
  Array::Integers counts = {0, 3, 2};
  std::vector<double> weights = {0.375, 0.5, -0.125};  ///< at palette level
  double sigma = 1;
  scenes::BarVariation variation = {};
  ChangeQuestion change = nullptr;
  std::vector<MakeScene> scenes = {};  ///< replaces the bar: the pose, then the examples
};

scenes::Scene scene_of(const JointExamples& asked, std::size_t i) {
  if (!asked.scenes.empty()) return asked.scenes[i]();
  return turned_bar(i == 0 ? asked.turns : asked.examples[i - 1], asked.variation);
}

Expected<ArraySet> ask_about_joints(const JointExamples& asked, Level level) {
  const scenes::Scene scene = scene_of(asked, 0);
  BINDPOSE_TRY(auto question, level == Level::palette ? samples::rigid_palette_question(scene)
                                                      : samples::rigid_pose_question(scene));
  BINDPOSE_CHECK(samples::add_joint_places(question, scene));
  const std::size_t P = asked.scenes.empty() ? asked.examples.size() : asked.scenes.size() - 1;
  std::vector<std::vector<Rigid<double>>> motions;
  for (std::size_t k = 0; k < P; ++k) {
    BINDPOSE_TRY(auto of_example, samples::rigid_palette(scene_of(asked, k + 1)));
    // Every second example has every second quaternion negated: the same motions.
    for (std::size_t j = k % 2; j < of_example.size(); j += 2)
      of_example[j].rotation.coeffs() *= -1;
    motions.push_back(std::move(of_example));
  }
  Array::Integers counts = asked.counts;
  if (asked.variation.shuffled) std::reverse(counts.begin(), counts.end());
  Random random("examples of joints");
  samples::add_spherical_examples(question, motions, counts, random);
  const std::size_t J = counts.size();
  if (level == Level::palette) {
    Array::Reals weights;
    for (std::size_t i = 0; i < J * P; ++i)
      weights.push_back(asked.weights[(i + i / P) % P]);  // neighbouring joints have different weights
    question.add("example_weights", {J, P}, std::move(weights));
  } else {
    Array::Reals axes;
    for (std::size_t j = 0; j < J; ++j) {
      const Vec3<double> u =
          scenes::to_float32(j % 2 == 0 ? Vec3<double>(0.48, 0.8, -0.36) : Vec3<double>(-0.28, 0.96, 0));
      axes.insert(axes.end(), u.begin(), u.end());
    }
    question.add("bone_axes", {J, 3}, std::move(axes));
    question.add("sigma", {1}, Array::Reals{asked.sigma});
  }
  return question;
}

/// Fills rows that no vertex reads with NaN: rows of the last ring, which no joint's parent influences, and
/// rows after the last example of the middle joint or the tip.
void with_unread_rows(ArraySet& question) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::size_t V = question.find("positions")->shape[0];
  for (const char* name : {"example_positions", "example_normals"})
    change_rows(question, name, 3, [&](double* row, std::size_t i) {
      const std::size_t v = i % V, k = i / V, count = v < 16 ? 3 : v < 32 ? 2 : 0;
      if (k >= count) std::fill(row, row + 3, nan);
    });
  change_rows(question, "bone_axes", 3, [&](double* row, std::size_t j) {
    if (j == 0) std::fill(row, row + 3, nan);
  });
  const std::size_t P = question.find("example_positions")->shape[0];
  change_rows(question, "example_weights", P, [&](double* row, std::size_t j) {
    if (j == 0) std::fill(row, row + P, nan);
  });
}

/// Cases on how offsets are computed, in several poses.
void add_offsets(const CasesOf<JointExamples>& add) {
  add("bar.between", "Between examples.", {});
  add("bar.at-example", "The pose of an example gives its shape.",
      {.turns = {20, -15, -70}, .weights = {0, 1, 0}}, {Level::pose});
  add("bar.at-rest", "At rest, where examples have no weight.", {.turns = {0, 0, 0}}, {Level::pose});
  add("bar.four", "Four examples of a joint, the limit of the hardware version.",
      {.turns = {-30, 20, 40},
       .examples = {{0, 70, 35}, {40, -60, 15}, {10, 30, 100}, {25, 15, -50}},
       .counts = {0, 4, 4},
       .weights = {0.25, 0.5, -0.25, 0.75},
       .sigma = 0.5});
  add("bar.one", "One example of one joint; a mesh without normals and tangents.",
      {.examples = {{0, 60, 20}}, .counts = {0, 0, 1}, .weights = {0.75}, .change = [](ArraySet& question) {
         question = without(question, {"normals", "tangents"});
       }});
  add("bar.without-example-normals", "Examples without normals: the mesh normals are only rotated.",
      {.change = [](ArraySet& question) { question.remove("example_normals"); }});
  add("bar.wide-turns", "Joints of examples, rotated by 130 degrees against each other.",
      {.examples = {{0, 130, 35}, {20, -45, -130}, {-50, -130, 130}}, .counts = {0, 3, 3}});
}

/// Cases with other meshes, weights and arrays.
void add_meshes(const CasesOf<JointExamples>& add) {
  add("bar.far", "A hundred metres from the origin.", {.variation = {.offset = {100, 0, 0}}});
  add("bar.shuffled", "Joints listed child first.", {.variation = {.shuffled = true}});
  add("bar.rigid", "Weights of 1: supports are whole parts.", {.variation = {.rigid = true}});
  add("bar.weights-sum-0.98", "Influence weights that do not sum to 1.", {.variation = {.weight_sum = 0.98}});
  add("bar.some-without-weight", "Every third vertex has no weight: nothing moves it.",
      {.change = &some_without_weight});
  add("bar.unread-nan",
      "Rows that no vertex reads are NaN: outside supports, or of examples that a joint does not have.",
      {.change = &with_unread_rows});
  add("bar.weights-given", "Example weights below 0 and above 1.", {.weights = {1.25, -0.5, 0.125}},
      {Level::palette});
  add("bar.weights-given-small", "Example weights that sum to less than 1.",
      {.weights = {0.25, -0.25, 0.375}}, {Level::palette});
  add("cylinder.bend-90-twist-60", "A cylinder bent and twisted, between a bend and a twist.",
      {.counts = {0, 2, 0},
       .weights = {0.5, 0.375},
       .scenes = {small_cylinder(90, 60), small_cylinder(60, 0), small_cylinder(30, 90)}});
  add("cylinder.rest", "A cylinder at rest: almost no rounding.",
      {.counts = {0, 2, 0},
       .weights = {0.5, 0.25},
       .scenes = {small_cylinder(0, 0), small_cylinder(90, 0), small_cylinder(0, 90)}},
      {Level::palette});
  const auto fork = [](std::size_t i) { return fork_scenes()[i].make; };
  for (const std::int32_t j : {1, 2})
    add(j == 1 ? "fork.first" : "fork.second", "Two coincident children of one joint; one has examples.",
        {.counts = j == 1 ? Array::Integers{0, 3, 0} : Array::Integers{0, 0, 2},
         .scenes = {fork(3), fork(0), fork(1), fork(4)}});
  add("fork.spread-130",
      "Two children rotated to opposite sides: only their parent tells which of two quaternions is meant.",
      {.counts = {0, 3, 0}, .scenes = {fork(2), fork(3), fork(0), fork(4)}});
  add("fork.siblings", "Vertices with two children only, outside every support.",
      {.counts = {0, 3, 0}, .scenes = {fork(4), fork(0), fork(1), fork(3)}});
}

/// Cases in which the bones' axes determine the weights of examples.
void add_axes(const CasesOf<JointExamples>& add) {
  for (const double sigma : {0.625, 1.25})
    add(sigma < 1 ? "bar.axes.narrow" : "bar.axes.wide", "Weights from bone axes, with another sigma.",
        {.turns = {25, 45, 30},
         .examples = {{-10, 100, 35}, {20, -80, -110}},
         .counts = {0, 2, 2},
         .sigma = sigma},
        {Level::pose});
  add("bar.axes.beyond", "Bone axes beyond all examples.", {.turns = {60, -100, 110}, .sigma = 0.75},
      {Level::pose});
  add("bar.axes.root-turned", "Only the root rotates: relative to its parent, no bone axis moves.",
      {.turns = {75, 0, 0}}, {Level::pose});
  add("bar.keyframes", "A pose from keyframes.", {.change = &with_keyframes}, {Level::pose});
}

}  // namespace

void spherical_joint_by_example_cases(std::vector<Case>& cases) {
  const CasesOf<JointExamples> add(cases, "spherical_joint_by_example", &ask_about_joints);
  add_offsets(add);
  add_meshes(add);
  add_axes(add);
  add("bar.many-keyframes", "Keyframes, each with a different sampling rule.",
      {.sigma = 0.5,
       .change =
           [](ArraySet& question) {
             with_many_rigid_keyframes(question);
             question = without(question, {"normals", "tangents", "example_normals"});
           }},
      {Level::pose});
  const Conventions bar{"spherical_joint_by_example", [](const Vec3<double>& scale, Level level) {
                          return ask_about_joints({.variation = {.middle_scale = scale}}, level);
                        }};
  add_weight_conventions(cases, bar, Level::palette);
  add_tied_influences(cases, bar);
  add_rotation_conventions(cases, bar);
}

}  // namespace bindpose::conformance::examples
