// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for additive layers. Varied: axes and scales of differences, weights of either sign,
// masks, angles.
#include <fmt/format.h>

#include "conformance/cases/shared/layered_poses.h"

namespace bindpose::conformance::animation {
namespace {

ArraySet additive_question(const std::vector<Transforms>& layers, const Array::Reals& weights,
                           const Array::Reals& masks) {
  const std::size_t joints = layers[0].size();
  ArraySet question;
  question.add("layer_weights", {layers.size()}, in_float32(weights));
  question.add("layer_masks", {layers.size(), joints}, in_float32(masks));
  add_poses(question, "delta_", layers, false);
  add_poses(question, "", {figure_pose(0, joints)}, true);
  return question;
}

/// Two layers of three joints. The second layer has mask 0 and NaN transforms for the last joint.
ArraySet two_layers(double first, double second) {
  std::vector<Transforms> layers = {figure_pose(1, 3), figure_pose(2, 3)};
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  layers[1][2] = {Vec3<double>::Constant(nothing), Quat<double>(Vec4<double>::Constant(nothing)),
                  Vec3<double>::Constant(nothing)};
  return additive_question(layers, {first, second}, {1, 0.5, 1, 0.25, 1, 0});
}

/// One layer that rotates both joints by `degrees`; the second joint has the negated quaternion.
ArraySet turned(double degrees, double weight) {
  Transforms layer = figure_pose(1, 2);
  for (std::size_t j = 0; j < 2; ++j)
    layer[j].rotation = Quat<double>((j == 0 ? 1 : -1) * rotation({1, 2, 3}, degrees));
  return additive_question({layer}, {weight}, {1, 1});
}

/// Rotations by 180 degrees: one exact, one rounded.
ArraySet half_turns() {
  Transforms layer = figure_pose(1, 2);
  layer[0].rotation = Quat<double>(0, 1, 0, 0);
  layer[1].rotation = Quat<double>(rotation({1, 2, 3}, 180));
  return additive_question({layer}, {0.375}, {1, 1});
}

/// Scales of 0 under a layer weight of -1, with masks 1, 1/2 and 0.
ArraySet scales_of_zero() {
  Transforms layer = figure_pose(1, 3);
  layer[0].scale[1] = layer[1].scale[2] = layer[2].scale[0] = 0;
  return additive_question({layer}, {-1}, {1, 0.5, 0});
}

/// A difference of the smallest legal length, weighted so that the sum with the identity rotation
/// is 0.
ArraySet no_rotation() {
  Transforms layer = figure_pose(1, 2);
  for (Trs<double>& joint : layer)
    joint.rotation = Quat<double>(0.984375, 0, 0, 0);
  return additive_question({layer}, {64}, {1, 0.5});
}

}  // namespace

void additive_layers_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "additive_layers");
  const auto add_with = [&](const std::string& name, const std::string& purpose, const Options& options,
                            double first, double second) -> Case& {
    Case& added = add(name, purpose, two_layers, first, second);
    added.options = options;
    return added;
  };
  const Options joint = {{"delta_axes", "joint"}}, difference = {{"delta_scales", "difference"}},
                both = {{"delta_axes", "joint"}, {"delta_scales", "difference"}};
  add_with("figure.two-layers", "Two layers with masks, one after the other.", {}, 0.75, 0.5);
  add_with("figure.joint-axes", "Two masked layers; rotation differences in joint axes.", joint, 0.75, 0.5)
      .golden = false;
  add_with("figure.differences", "Two masked layers; scale differences are added.", difference, 0.75, 0.5);
  add_with("figure.joint-differences", "Rotation differences in joint axes; scale differences are added.",
           both, 0.75, 0.5);
  add_with("figure.taken-away", "One layer is added, another subtracted.", {}, 0.75, -0.5);
  add_with("figure.taken-away.joint", "One layer subtracted, one added; joint axes, added scales.", both,
           -0.5, 0.75)
      .golden = false;
  add_with("figure.above-1", "A weight above 1 goes beyond the difference.", {}, 1.5, 0).golden = false;
  for (const double weight : {0.5, 0.125})
    add(fmt::format("turn.wide-{}-permille", 1000 * weight),
        "A fraction of a 150-degree difference, also negated: both take the short arc.", turned, 150.0,
        weight)
        .golden = weight == 0.5;
  add("turn.half-turns", "A fraction of a 180-degree rotation: both directions are right.", half_turns);
  add("figure.no-rotation", "A difference shorter than 1, weighted by 64: the weighted quaternion is zero.",
      no_rotation);
  add("figure.zero-scales", "Subtracting a scale of 0 divides by 0.", scales_of_zero);
}

}  // namespace bindpose::conformance::animation
