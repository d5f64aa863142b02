// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for differences of poses. Varied: axes, scales, signs, and scales without a quotient.
#include "conformance/cases/shared/layered_poses.h"

namespace bindpose::conformance::animation {
namespace {

ArraySet difference_question(const Transforms& pose, const Transforms& reference) {
  ArraySet question;
  add_poses(question, "", {pose}, true);
  add_poses(question, "reference_", {reference}, true);
  return question;
}

ArraySet between(double degrees) {
  Transforms pose = figure_pose(1, 3, degrees);
  pose[1].rotation.coeffs() *= -1;
  return difference_question(pose, figure_pose(0, 3));
}

ArraySet same() {
  return difference_question(figure_pose(1, 2), figure_pose(1, 2));
}

/// A reference scale of 0 on one axis. In the second joint, both scales are 0.
ArraySet scales_of_zero() {
  Transforms pose = figure_pose(1, 3), reference = figure_pose(0, 3);
  reference[0].scale[1] = reference[1].scale[2] = pose[1].scale[2] = 0;
  return difference_question(pose, reference);
}

}  // namespace

void pose_difference_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "pose_difference");
  const Options joint = {{"delta_axes", "joint"}}, difference = {{"delta_scales", "difference"}},
                both = {{"delta_axes", "joint"}, {"delta_scales", "difference"}};
  add("figure.poses", "Poses whose transforms do not commute.", between, 40.0);
  add("figure.joint-axes", "Poses whose transforms do not commute, in joint axes.", between, 40.0).options =
      joint;
  add("figure.differences", "Scale differences by subtraction.", between, 40.0).options = difference;
  add("figure.joint-differences", "Joint axes, and scale differences by subtraction.", between, 140.0)
      .options = both;
  add("figure.same", "The same pose twice: no change.", same).golden = false;
  add("figure.zero-scales", "A reference scale of 0: no factor exists.", scales_of_zero);
  Case& subtracted =
      add("figure.zero-scales.differences", "A reference scale of 0: the difference exists.", scales_of_zero);
  subtracted.options = difference;
  subtracted.golden = false;
}

}  // namespace bindpose::conformance::animation
