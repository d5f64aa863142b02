// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: small poses for cases of layers and of differences.
#pragma once

#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance {

/// One transform per joint.
using Transforms = std::vector<Trs<double>>;

/// Pose `number` of a figure. No two poses or joints are equal, and no transforms commute. Joints
/// rotate by `degrees` from pose to pose.
inline Transforms figure_pose(int number, std::size_t joints, double degrees = 40) {
  Transforms pose;
  for (std::size_t j = 0; j < joints; ++j) {
    const double n = number, k = static_cast<double>(j);
    const Vec3<double> axis(1 + 0.5 * k, 2 - n, 3 - k);
    Trs<double> joint;
    joint.translation = Vec3<double>(0.5 + 0.25 * n, k - 0.125 * n, 0.75 * n - 0.5 * k);
    joint.rotation = Quat<double>(rotation(axis, 20 + 10 * k + degrees * n));
    joint.scale = Vec3<double>(1 + 0.25 * n, 0.75 + 0.125 * k, 1.5 - 0.25 * n);
    pose.push_back(joint);
  }
  return pose;
}

/// Adds translations, rotations and scales, named with the prefix, of one pose, or [#poses] of
/// several.
inline void add_poses(ArraySet& question, const std::string& prefix, const std::vector<Transforms>& poses,
                      bool is_one) {
  Array::Reals t, q, s;
  for (const Transforms& pose : poses)
    for (const Trs<double>& joint : pose) {
      t.insert(t.end(), joint.translation.begin(), joint.translation.end());
      q.insert(q.end(), joint.rotation.coeffs().begin(), joint.rotation.coeffs().end());
      s.insert(s.end(), joint.scale.begin(), joint.scale.end());
    }
  const std::size_t joints = poses.empty() ? 0 : poses[0].size();
  const auto shape = [&](std::size_t width) {
    return is_one ? Shape{joints, width} : Shape{poses.size(), joints, width};
  };
  question.add(prefix + "translations", shape(3), std::move(t));
  question.add(prefix + "rotations", shape(4), std::move(q));
  question.add(prefix + "scales", shape(3), std::move(s));
}

/// Rounds numbers to float32.
inline Array::Reals in_float32(Array::Reals numbers) {
  for (double& x : numbers)
    x = to_float32(x);
  return numbers;
}

}  // namespace bindpose::conformance
