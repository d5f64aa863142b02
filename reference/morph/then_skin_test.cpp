// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/morph/then_skin.h"

#include <gtest/gtest.h>

#include "reference/samples/morph_targets.h"
#include "reference/samples/rigid_questions.h"
#include "reference/scenes/bar.h"
#include "reference/testing/answers.h"

namespace bindpose::morph::then_skin_test {

const Options by_lbs = {{"method", "lbs"}}, by_dqs = {{"method", "dqs"}};

ArraySet with_targets(ArraySet question, const Mesh& base, const std::vector<double>& weights) {
  Random random("then_skin");
  add_targets(question, base, weights, samples::sample_targets(weights.size(), base.vertex_count(), random));
  return question;
}

/// The bar at a level, with the kind of palette that the method needs.
ArraySet posed_bar(Level level, const Options& method, const std::vector<double>& weights = {1.5, -0.5}) {
  const scenes::Scene scene = scenes::bar();
  const bool palette = level == Level::palette, rigid = method == by_dqs;
  const auto question =
      rigid     ? palette ? samples::rigid_palette_question(scene) : samples::rigid_pose_question(scene)
          : palette ? scenes::palette_question(scene)
                : scenes::pose_question(scene);
  return with_targets(*question, scene.rig.mesh, weights);
}

Expected<Result<double>> ask(const char* id, const ArraySet& question, const Options& options = {}) {
  return find_algorithm(id)->implementation.in_double(question, options);
}

void expect_near(const Result<double>& a, const Result<double>& b, const char* name) {
  const auto &x = a.find(name)->values, &y = b.find(name)->values;
  ASSERT_EQ(x.size(), y.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    EXPECT_NEAR(x[i], y[i], 1e-14) << name << " " << i;
}

/// An input for each method, with targets.
std::vector<std::pair<std::string, ArraySet>> questions_of_methods() {
  std::vector<std::pair<std::string, ArraySet>> questions;
  for (const std::string_view method :
       find_algorithm("morph.then-skin")->implementation.declaration.options[0].values) {
    Random random(method);
    const ArraySet question = find_algorithm(method)->implementation.sample(24, random);
    questions.emplace_back(method, with_targets(question, *read_mesh(question), {1.5, -0.5}));
  }
  return questions;
}

ArraySet with_mesh(ArraySet question, const Result<double>& mesh) {
  for (const char* name : {"positions", "normals", "tangents"})
    question.put({name, question.find(name)->shape, mesh.find(name)->values});
  return question;
}

/// A method's name for its first or second formulation; none if it has only one.
Options formulation_of(std::string_view method, std::size_t i) {
  for (const OptionSpec& spec : find_algorithm(method)->implementation.declaration.options)
    if (spec.name == "formulation") return {{"formulation", std::string(spec.values[i])}};
  return {};
}

TEST(then_skin, the_output_equals_morphing_then_skinning) {
  for (const auto& [method, question] : questions_of_methods())
    for (const std::size_t i : {0, 1}) {
      const auto at_once = ask("morph.then-skin", question,
                               {{"method", method}, {"formulation", i == 0 ? "by-influence" : "one-matrix"}});
      ASSERT_TRUE(at_once) << method << " " << to_string(at_once.error());
      const auto morphed_one = ask("morph.dense", question, {{"normalise", "later"}});
      const auto skinned = ask(method.c_str(), with_mesh(question, *morphed_one), formulation_of(method, i));
      ASSERT_TRUE(skinned) << method;
      for (const char* name : {"positions", "normals", "tangents"})
        EXPECT_EQ(at_once->find(name)->values, skinned->find(name)->values) << method << " " << name;
      EXPECT_EQ(at_once->undefined.size(), skinned->undefined.size()) << method;
    }
}

/// Two targets, keyed at 0.5, 0.75 and 1.25 seconds; cubic tangents are 1, 2, 3 ...
ArraySet keyed_bar(Interpolation interpolation, double time) {
  ArraySet question = posed_bar(Level::pose, by_lbs, {0.25, 0.5});
  std::vector<double> values = {0, 1, 0.5, -1, 2, 0};
  if (interpolation == Interpolation::cubicspline)
    values = {1, 2, 0, 1, 3, 4, 5, 6, 0.5, -1, 7, 8, 9, 10, 2, 0, 11, 12};
  add_tracks(question,
             {{2, TrackOfJoint::Path::weights, {interpolation, false, 2, {0.5, 0.75, 1.25}, values}}}, time);
  return question;
}

TEST(then_skin, keyframes_move_the_weights) {
  struct Moment {
    Interpolation interpolation;
    double time;
    std::vector<double> weights;
  };
  using enum Interpolation;
  const Moment moments[] = {
      {linear, 0.25, {0, 1}},
      {linear, 0.625, {0.25, 0}},
      {linear, 1, {1.25, -0.5}},
      {linear, 9, {2, 0}},
      {step, 0.7, {0, 1}},
      {step, 0.75, {0.5, -1}},
      {cubicspline, 1.25, {2, 0}},
      {cubicspline, 0.75, {0.5, -1}},
      // p0 = 0.5, -1; m0 = 0.5 (7, 8); p1 = 2, 0; m1 = 0.5 (9, 10); half way: (p0 + p1) / 2 + (m0 - m1) / 8
      {cubicspline, 1, {1.125, -0.625}}};
  for (const Moment& moment : moments) {
    ArraySet still = keyed_bar(moment.interpolation, moment.time);
    const auto moved = ask("morph.then-skin", still);
    ASSERT_TRUE(moved) << to_string(moved.error());
    still = posed_bar(Level::pose, by_lbs, moment.weights);
    for (const char* name : {"positions", "normals", "tangents"})
      expect_near(*moved, *ask("morph.then-skin", still), name);
  }
}

TEST(then_skin, policies_of_the_method_are_followed) {
  for (const Options& policy :
       {Options{{"normal_rule", "inverse-transpose-of-blend"}, {"tangent_rule", "as-normals"}},
        Options{{"zero_sum", "rest"}}, Options{{"weight_sum", "renormalised"}},
        Options{{"influences_kept", "first-four"}}, Options{{"scale_inheritance", "without-shear"}}}) {
    ArraySet question = posed_bar(Level::pose, by_lbs, {0, 0});
    std::get<Array::Reals>(question.find("weights")->data)[2] = 0.125;
    Options both = policy;
    both.merge(Options(by_lbs));
    const auto skinned = ask("lbs", question, policy), morphed_one = ask("morph.then-skin", question, both);
    ASSERT_TRUE(skinned && morphed_one) << to_string(morphed_one.error());
    for (const char* name : {"positions", "normals", "tangents"})
      expect_near(*morphed_one, *skinned, name);
  }
}

TEST(then_skin, kept_unit_ignores_the_length_of_local_rotations) {
  Options kept = by_dqs;
  kept["rotations"] = "kept-unit";
  ArraySet question = posed_bar(Level::pose, by_dqs);
  const auto right = ask("morph.then-skin", question, kept);
  for (double& x : std::get<Array::Reals>(question.find("local_rotations")->data))
    x *= 1.01;
  const auto same = ask("morph.then-skin", question, kept);
  ASSERT_TRUE(right && same);
  for (const char* name : {"positions", "normals", "tangents"})
    expect_near(*right, *same, name);
}

TEST(then_skin, wrong_keyframes_are_reported) {
  const auto error = [](const ArraySet& question) { return test::error_of("morph.then-skin", question); };
  ArraySet question = keyed_bar(Interpolation::linear, 1);
  std::get<Array::Reals>(question.find("target_normals")->data)[3] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error(question), "NOT_FINITE target_normals[0][1]");
  question = keyed_bar(Interpolation::linear, 1);
  question.put({"track_0_values", {3, 3}, Array::Reals(9)});
  EXPECT_EQ(error(question), "ARRAY_SHAPE track_0_values");
  question = keyed_bar(Interpolation::linear, 1);
  std::get<Array::Integers>(question.find("tracks")->data)[1] = 4;
  EXPECT_EQ(error(question), "INDEX_RANGE tracks[0]");
}

TEST(then_skin, wrong_inputs_are_reported) {
  const auto error = [](const ArraySet& question, const Options& options) {
    return test::error_of("morph.then-skin", question, options);
  };
  EXPECT_EQ(error(posed_bar(Level::palette, by_lbs), by_dqs), "ARRAY_MISSING palette_rotations");
  EXPECT_EQ(error(posed_bar(Level::palette, by_dqs), by_lbs), "ARRAY_MISSING palette");
  EXPECT_EQ(error(posed_bar(Level::pose, by_lbs), by_dqs), "ARRAY_MISSING inverse_bind_rotations");
  EXPECT_EQ(error(posed_bar(Level::pose, by_dqs), by_lbs), "ARRAY_MISSING inverse_binds");
  ArraySet question = posed_bar(Level::palette, by_dqs);
  question.remove("palette_translations");
  EXPECT_EQ(error(question, by_dqs), "ARRAY_MISSING palette_translations");
  question = posed_bar(Level::palette, by_lbs);
  std::get<Array::Integers>(question.find("joints")->data)[4] = 3;
  EXPECT_EQ(error(question, by_lbs), "INDEX_RANGE joints[1][1]");
  question = posed_bar(Level::pose, by_dqs);
  std::get<Array::Reals>(question.find("local_scales")->data)[3] = 2;
  EXPECT_EQ(error(question, by_dqs).substr(0, 13), "SCALE_NOT_ONE");
  question = posed_bar(Level::palette, by_lbs);
  std::get<Array::Reals>(question.find("target_normals")->data)[3] = std::numeric_limits<double>::infinity();
  EXPECT_EQ(error(question, by_lbs), "NOT_FINITE target_normals[0][1]");
  EXPECT_EQ(error(question, {{"method", "skinning"}}), "OPTION_VALUE method");
  question = posed_bar(Level::palette, by_dqs);
  EXPECT_EQ(error(question, {{"method", "cor"}}), "ARRAY_MISSING centres");
  EXPECT_EQ(error(question, {{"method", "sbs"}}), "ARRAY_MISSING parents");
  EXPECT_EQ(error(question, {{"method", "stbs"}}), "ARRAY_MISSING bone_heads");
}

}  // namespace bindpose::morph::then_skin_test
