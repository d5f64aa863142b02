// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for layered blending. Varied: weights and their sum, masks, the threshold, signs and
// angles of rotations.
#include <fmt/format.h>

#include "conformance/cases/shared/layered_poses.h"

namespace bindpose::conformance::animation {
namespace {

using Masks = std::vector<std::vector<double>>;

/// masks: [#layers][#joints]; if empty, all are 1.
ArraySet layers_question(const std::vector<Transforms>& layers, const Array::Reals& weights,
                         const Masks& masks, double threshold) {
  const std::size_t joints = layers[0].size();
  Array::Reals mask;
  for (const auto& row : masks)
    mask.insert(mask.end(), row.begin(), row.end());
  if (masks.empty()) mask.assign(layers.size() * joints, 1);
  ArraySet question;
  question.add("layer_weights", {layers.size()}, in_float32(weights));
  question.add("layer_masks", {layers.size(), joints}, in_float32(mask));
  add_poses(question, "layer_", layers, false);
  add_poses(question, "rest_", {figure_pose(3, joints)}, true);
  question.add("threshold", {1}, in_float32({threshold}));
  return question;
}

/// The poses 0 to `count` - 1 of two joints.
std::vector<Transforms> figures(std::size_t count, double degrees = 40) {
  std::vector<Transforms> poses;
  for (std::size_t i = 0; i < count; ++i)
    poses.push_back(figure_pose(static_cast<int>(i), 2, degrees));
  return poses;
}

ArraySet weighted(const Array::Reals& weights, double threshold, double degrees) {
  return layers_question(figures(weights.size(), degrees), weights, {}, threshold);
}

/// A walk, an upper body and a hand in three layers. Some masks are 0, one is above 1.
ArraySet masked(double threshold, bool has_transforms_everywhere) {
  std::vector<Transforms> layers;
  for (int i = 0; i < 3; ++i)
    layers.push_back(figure_pose(i, 4));
  const Masks masks = {{1, 0.5, 0.25, 0}, {0, 0.5, 1, 0}, {0, 0, 0.75, 2}};
  if (has_transforms_everywhere) return layers_question(layers, {0.75, 0.5, 0.25}, masks, threshold);
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  layers[0][3] = {Vec3<double>::Constant(nothing), Quat<double>(Vec4<double>::Constant(nothing)),
                  Vec3<double>::Constant(nothing)};
  layers[1][0].rotation.coeffs().setZero();
  return layers_question(layers, {0.75, 0.5, 0.25}, masks, threshold);
}

/// Every combination of signs of three rotations, one combination per joint.
ArraySet signs(double degrees) {
  std::vector<Transforms> layers;
  for (int i = 0; i < 3; ++i) {
    layers.push_back(figure_pose(i, 8, degrees));
    for (unsigned j = 0; j < 8; ++j)
      if ((j >> static_cast<unsigned>(i) & 1U) != 0) layers.back()[j].rotation.coeffs() *= -1;
  }
  return layers_question(layers, {0.5, 0.3, 0.2}, {}, 0.1);
}

/// Rotations about one axis. The last one is closer to the negative of the first one, but not to
/// the negative of the sum.
ArraySet fan(double last) {
  std::vector<Transforms> layers = figures(3);
  const double degrees[] = {0, 150, last};
  for (std::size_t i = 0; i < 3; ++i)
    for (Trs<double>& joint : layers[i])
      joint.rotation = Quat<double>(rotation({1, 2, 3}, degrees[i]));
  return layers_question(layers, {0.4, 0.3, 0.3}, {}, 0.1);
}

/// A rotation by 180 degrees from the first layer: float32 does not decide the sign.
ArraySet half_a_turn() {
  std::vector<Transforms> layers = figures(2);
  for (std::size_t j = 0; j < 2; ++j) {
    const Vec3<double> axis(1, 2, 3 - static_cast<double>(j));
    layers[0][j].rotation = Quat<double>(rotation(axis, 30));
    layers[1][j].rotation = Quat<double>(rotation(axis, j == 0 ? 210 : 90));
  }
  return layers_question(layers, {0.625, 0.375}, {}, 0.1);
}

/// A fade-in at the fraction u of its duration, with the curve 3 u^2 - 2 u^3.
ArraySet fade(double u) {
  const double f = to_float32(u * u * (3 - 2 * u));
  return layers_question(figures(2, 130), {1 - f, f}, {}, 0.1);
}

}  // namespace

void blend_layers_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "blend_layers");
  add("figure.masks",
      "An upper body over a walk, a hand over both; joints with mask 0 hold invalid transforms.", masked, 0.1,
      false);
  add("figure.masks-filled", "Masked layers with invalid transforms; the rest pose fills weights up to 1.",
      masked, 1.0, false)
      .golden = false;
  add("figure.masks-to-1", "Masked layers; the rest pose fills the weights of every joint up to 1.", masked,
      1.0, true)
      .golden = false;
  add("figure.sum-5", "Weights that sum to 5: only their ratios matter.", weighted, Array::Reals{2, 3}, 0.1,
      60.0);
  add("figure.weak", "Weights below the threshold: the rest pose fills the gap.", weighted,
      Array::Reals{0.03125, 0.0625}, 0.25, 60.0);
  add("figure.at-threshold",
      "Weights sum to the threshold: float32 rounding may give the rest pose some weight.", weighted,
      Array::Reals{0.3, 0.7}, 1.0, 60.0);
  add("figure.no-weight", "No layer has a weight: the result is the rest pose.", weighted, Array::Reals{0, 0},
      0.1, 60.0)
      .golden = false;
  add("figure.one", "One layer, rotated far from the rest pose.", weighted, Array::Reals{0.0625}, 0.1, 160.0)
      .golden = false;
  add("figure.signs", "Every combination of signs: q and -q are the same rotation.", signs, 50.0);
  add("figure.wide-signs", "Every combination of signs, with rotations farther apart.", signs, 110.0).golden =
      false;
  add("fan.sum-decides", "The running sum decides the sign, not the first layer.", fan, 200.0);
  add("fan.sum-decides-wider", "The running sum decides the sign of a wider rotation.", fan, 225.0).golden =
      false;
  add("fan.half-a-turn", "Half a turn from the first layer: either sign is right.", half_a_turn).golden =
      false;
  for (const double u : {0.25, 0.5, 0.875})
    add(fmt::format("fade.{}-permille", 1000 * u), "A cross-fade of wide rotations, with a smooth curve.",
        fade, u)
        .golden = u == 0.875;
}

}  // namespace bindpose::conformance::animation
