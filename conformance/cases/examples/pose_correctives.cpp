// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for pose correctives. Varied: the level, shape coefficients, given features, the
// motion of joints, tiny weights.
#include "conformance/cases/shared/engine_conventions.h"
#include "conformance/cases/shared/scene_case.h"
#include "conformance/cases/shared/slots.h"

namespace bindpose::conformance::examples {
namespace {

/// The bar with shapes and correctives.
struct CorrectedScene {
  scenes::BarVariation variation = {};
  bool at_rest = false;
  bool tiny_weights = false;
  std::vector<double> coefficients = {1.5, -0.5};
  double largest = 0.75;     ///< largest feature, at palette level
  std::size_t features = 9;  ///< number of features, at palette level
  ChangeQuestion change = nullptr;
  bool golden = true;
};

Expected<ArraySet> ask_corrected(const CorrectedScene& asked, Level level) {
  const scenes::Scene posed = scenes::bar(asked.variation, asked.at_rest),
                      rest = scenes::bar(asked.variation, true);
  const scenes::Scene scene = asked.tiny_weights ? with_tiny_weights(posed) : posed;
  BINDPOSE_TRY(auto question, matrix_question(scene, level));
  std::size_t features = level == Level::palette ? asked.features : 0;
  for (const int parent : scene.rig.skeleton.parents)
    features += level == Level::palette || parent < 0 ? 0 : 9;
  const std::size_t V = scene.rig.mesh.vertex_count();
  Random random("pose correctives");
  const auto numbers = [&random](std::size_t count, double most) {
    Array::Reals row(count);
    for (double& x : row)
      x = random.uniform(-most, most);
    return row;
  };
  const std::size_t S = asked.coefficients.size();
  if (S > 0) {
    question.add("shape_coefficients", {S}, asked.coefficients);
    question.add("shape_directions", {S, V, 3}, numbers(S * V * 3, 0.25));
  }
  question.add("pose_directions", {features, V, 3}, numbers(features * V * 3, 0.125));
  if (level == Level::palette) {
    question.add("pose_features", {features}, numbers(features, asked.largest));
    return question;
  }
  Array::Reals rotations;
  for (const LocalTransform<double>& local : rest.pose.locals)
    for (const double x : local.trs.rotation.coeffs())
      rotations.push_back(x);
  question.add("rest_rotations", {rest.pose.locals.size(), 4}, std::move(rotations));
  return question;
}

}  // namespace

void pose_correctives_cases(std::vector<Case>& cases) {
  const CasesOf<CorrectedScene> add(cases, "pose_correctives", &ask_corrected);
  add("bar.posed", "Two shapes, under joints that do not commute.", {});
  add("bar.scaled", "Non-uniform scale in the middle joint.", {.variation = {.middle_scale = {2, 0.5, 1}}});
  add("bar.no-shape", "No shape coefficients.", {.coefficients = {}});
  add("bar.rest", "The rest pose: the shape alone.", {.at_rest = true, .largest = 0});
  add("bar.weights-sum-0.98", "Weights that do not sum to 1.", {.variation = {.weight_sum = 0.98}});
  add("bar.weights-tiny", "Influences of 2^-12 and 2^-16 count like any other.",
      {.tiny_weights = true, .coefficients = {}}, {Level::palette});
  add("bar.weights-tiny-scaled", "Influences of 2^-12 and 2^-16 under non-uniform scale.",
      {.variation = {.middle_scale = {2, 0.5, 1}}, .tiny_weights = true, .coefficients = {}, .golden = false},
      {Level::palette});
  add("bar.beyond", "Features that no rotation can have.", {.largest = 3}, {Level::palette});
  add("bar.without-weight", "Vertices without weights.", {.change = &some_without_weight}, {Level::palette});
  add("bar.many", "Features of several joints.", {.features = 27}, {Level::palette});
  add("bar.turned", "Features of joints with rotated bind frames.", {.coefficients = {1}}, {Level::pose});
  add("bar.shuffled", "Joints listed child first: the root is last.",
      {.variation = {.shuffled = true}, .coefficients = {1}}, {Level::pose});
  add("bar.armature", "An ancestor without vertices is the root.",
      {.variation = {.armature = true}, .coefficients = {1}}, {Level::pose});
  const Conventions bar{
      .stem = "pose_correctives",
      .ask = [](const Vec3<double>& scale,
                Level level) { return ask_corrected({.variation = {.middle_scale = scale}}, level); },
      .reads_rotations = true};
  add_linear_blend_conventions(cases, bar);
}

}  // namespace bindpose::conformance::examples
