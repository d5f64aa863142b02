// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for EigenSkin. Varied: the level, the number and order of examples of each joint, the
// number of kept displacements, the rotations of joints in the pose and in examples, sigma, the
// threshold, optional arrays, given coefficients. Unread values are NaN.
#include <algorithm>

#include "conformance/cases/shared/eigen_scenes.h"
#include "conformance/cases/shared/engine_conventions.h"
#include "conformance/cases/shared/example_scenes.h"
#include "reference/model/rows.h"

namespace bindpose::conformance::examples {
namespace {

/// Sets rest rotations of joints with rank 0 to NaN.
void with_unread_rests(ArraySet& question) {
  const Array::Integers ranks = question.find("ranks")->integers();
  change_rows(question, "rest_rotations", 4, [&](double* row, std::size_t j) {
    if (ranks[j] == 0) std::fill(row, row + 4, std::numeric_limits<double>::quiet_NaN());
  });
}

/// Cases with different ranks.
void add_ranks(const CasesOf<EigenScene>& add) {
  add("bar.between", "Between examples in any order; two of three displacements and one of two are kept.",
      {});
  add("bar.at-example", "The pose of an example; all displacements are kept.",
      {.pose = {{1, {0, 0, 1}, -50}}, .ranks = {0, 3, 2}});
  add("bar.at-example.cut", "The pose of an example that one kept displacement cannot reproduce.",
      {.pose = {{1, {3, 1, 0}, 95}}, .ranks = {0, 1, 0}});
  add("bar.at-rest", "At rest, where examples change nothing.", {.pose = {}, .ranks = {0, 2, 2}});
  add("bar.unread", "No displacement of the tip is kept; rest rotations that are not read are NaN.",
      {.ranks = {0, 2, 0}, .change = &with_unread_rests, .golden = false});
  add("bar.one", "One example of one joint; a mesh without normals and tangents.",
      {.examples = {{2, {0, 0, 1}, -75}}, .ranks = {0, 0, 1}, .change = [](ArraySet& question) {
         question = without(question, {"normals", "tangents"});
       }});
  add("bar.dependent", "Three examples of two shapes: the third singular value is nearly 0.",
      {.falloff = {1, 0.5, 0}});
  add("bar.nearly-tied", "Singular values that differ by about a thousandth.",
      {.examples = {{1, {1, 2, 3}, 70}, {1, {0, 0, 1}, -50}},
       .ranks = {0, 1, 0},
       .falloff = {1, 1},
       .golden = false});
  add("vertex.five", "One vertex and five examples: more columns than rows.",
      {.examples = {{1, {1, 2, 3}, 70},
                    {1, {0, 1, 1}, -60},
                    {1, {0, 0, 1}, -50},
                    {1, {3, 1, 0}, 95},
                    {1, {1, 0, 1}, 40}},
       .ranks = {0, 2, 0},
       .sigma = 0.75,
       .falloff = {1, 0.5, 0.25, 0.5, 0.75},
       .change = &of_one_vertex});
}

/// Cases with different thresholds, sigmas and rotations.
void add_supports_and_rotations(const CasesOf<EigenScene>& add) {
  for (const double h : {0.125, 0.25})
    add(h < 0.2 ? "bar.support" : "bar.support.small",
        "Vertices with small displacements are outside the supports.", {.threshold = h, .golden = h < 0.2});
  add("bar.support.tied",
      "The first joint's examples displace the fourth vertex by the threshold, within float32 rounding.",
      {.threshold = to_float32(0.188140380757)});
  for (const double sigma : {0.625, 1.75})
    add(sigma < 1 ? "bar.narrow" : "bar.wide", "Another sigma, and a root that rotates.",
        {.pose = {{0, {1, 0, 1}, 50}, {1, {1, 2, 3}, 40}, {2, {0, 1, 2}, 45}},
         .ranks = {0, 3, 2},
         .sigma = sigma,
         .golden = sigma < 1});
  add("bar.beyond", "Joints rotated beyond all examples.",
      {.pose = {{1, {1, 2, 3}, 120}, {2, {0, 0, 1}, -130}}, .sigma = 0.75, .golden = false});
  add("bar.root-turned", "Only the root rotates: no joint rotates relative to its parent.",
      {.pose = {{0, {1, 1, 0}, 70}}, .golden = false});
  add("bar.keyframes", "A pose from keyframes.", {.change = &with_keyframes});
}

/// Cases with other meshes, weights and arrays.
void add_bars(const CasesOf<EigenScene>& add) {
  add("bar.shuffled", "Joints listed child first, a hundred metres from the origin.",
      {.pose = {{2, {1, 0, 0}, 15}, {1, {1, 2, 3}, 35}, {0, {0, 0, 1}, -30}},
       .examples = {{1, {1, 2, 3}, 70}, {0, {0, 1, 1}, -60}, {1, {0, 0, 1}, -50}, {0, {0, 0, 1}, 80}},
       .ranks = {1, 1, 0},
       .variation = {.shuffled = true, .offset = {100, 0, 0}}});
  add("bar.weights-sum-0.98", "Influence weights that do not sum to 1.", {.variation = {.weight_sum = 0.98}});
  add("bar.scaled", "A stretched middle joint.", {.variation = {.middle_scale = {1.5, 0.75, 1}}});
  add("bar.without-example-normals",
      "Examples without normals: the mesh keeps its normals; a pose from keyframes, weights that sum to "
      "0.98.",
      {.variation = {.weight_sum = 0.98},
       .change =
           [](ArraySet& question) {
             question.remove("example_normals");
             with_keyframes(question);
           },
       .golden = false});
  add("bar.some-without-weight", "Every third vertex has no weight: there is no motion to undo.",
      {.change = &some_without_weight});
  add("bar.flat", "An example in which a joint maps onto a plane.", {.change = &with_flat_example});
}

void add_given(const CasesOf<GivenCorrections>& add) {
  add("bar.given", "Three displacements and two corrections of normals.", {});
  add("bar.given.wide", "Coefficients below -1 and above 1, the same number of both kinds.",
      {.coefficients = {1.5, -1.25},
       .of_normals = {-0.75, 1.25},
       .variation = {.middle_scale = {2, 0.5, 1}}});
  add("bar.given.one", "One displacement, no correction of normals; weights that sum to 0.98.",
      {.coefficients = {0.75}, .of_normals = {}, .variation = {.weight_sum = 0.98}, .golden = false});
  add("bar.given.some-without-weight", "Every third vertex has no weight; the others have 0.98.",
      {.variation = {.weight_sum = 0.98}, .change = &some_without_weight});
  add("bar.given.no-normals",
      "A mesh without normals: their corrections are not read; an unused joint holds NaN.",
      {.change =
           [](ArraySet& question) {
             question = without(question, {"normals", "tangents"});
             with_unused_joint(question);
           },
       .golden = false});
  add("bar.given.unused-joint", "An unused joint holds NaN.", {.change = &with_unused_joint});
}

}  // namespace

void eigenskin_cases(std::vector<Case>& cases) {
  const CasesOf<EigenScene> add(
      cases, "eigenskin", [](const EigenScene& asked, Level) { return ask_eigenskin(asked); }, {Level::pose});
  add_ranks(add);
  add_supports_and_rotations(add);
  add_bars(add);
  add_case(cases, scene_case("eigenskin", "cylinder.twisted", {}, Level::pose),
           "A cylinder that keeps its radius, between examples; two displacements are kept.",
           &ask_twisted_cylinder)
      .golden = false;
  add_given({cases,
             "eigenskin",
             [](const GivenCorrections& asked, Level) { return ask_given(asked); },
             {Level::palette}});
  const Conventions bar{.stem = "eigenskin",
                        .ask =
                            [](const Vec3<double>& scale, Level level) {
                              return level == Level::palette
                                         ? ask_given({.variation = {.middle_scale = scale}})
                                         : ask_eigenskin({.variation = {.middle_scale = scale}});
                            },
                        .reads_rotations = true};
  add_linear_blend_conventions(cases, bar);
  add_weight_conventions(cases, bar, Level::pose);
}

}  // namespace bindpose::conformance::examples
