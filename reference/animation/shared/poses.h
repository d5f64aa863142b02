// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: poses as three arrays, and the options of pose differences.
#pragma once

#include "reference/model/checks.h"
#include "reference/model/inputs.h"
#include "reference/model/surface.h"

namespace bindpose::animation {

/// Names, symbols or shapes of the three arrays of a pose.
struct PoseWords {
  std::string_view translations, rotations, scales;
};
inline constexpr PoseWords plain_names{"translations", "rotations", "scales"};
inline constexpr PoseWords one_pose{"J 3", "J 4", "J 3"};

/// A pose, or a difference of poses. Its arrays are declared in the parent's axes; with delta_axes = joint,
/// rotations are in the joint's.
enum class PoseKind { pose, difference };

/// The input arrays of one or several poses.
ArrayList pose_arrays(const PoseWords& names, const PoseWords& symbols, const PoseWords& shapes,
                      std::string_view meaning, PoseKind kind = PoseKind::pose);
/// The output arrays of a pose. Their values are not checked.
ArrayList pose_outputs(const PoseWords& symbols, std::string_view meaning, PoseKind kind = PoseKind::pose);

/// Every transform of the arrays, row after row.
template <class T>
std::vector<Trs<T>> transforms(const Inputs<T>& in, const PoseWords& names) {
  const auto t = in.template rows<3>(names.translations), s = in.template rows<3>(names.scales);
  const auto q = in.quaternions(names.rotations);
  std::vector<Trs<T>> pose;
  for (std::size_t j = 0; j < t.size(); ++j)
    pose.push_back({t[j], q[j], s[j]});
  return pose;
}

/// translations, rotations, scales. Scales divided by 0 and rotations of length 0 become zero and undefined.
template <class T>
Result<T> pose_result(const std::vector<Trs<T>>& pose) {
  std::vector<Vec3<T>> t, s;
  std::vector<Vec4<T>> q;
  std::vector<Undefined> undefined;
  for (const Trs<T>& joint : pose) {
    const bool is_defined = all_finite(joint.scale);
    if (!is_defined) undefined.push_back({"scales", s.size(), "ZERO_SCALE"});
    if (joint.rotation.coeffs() == Vec4<T>::Zero())
      undefined.push_back({"rotations", q.size(), "ZERO_ROTATION"});
    t.push_back(joint.translation);
    q.push_back(joint.rotation.coeffs());
    s.push_back(is_defined ? joint.scale : Vec3<T>::Zero());
  }
  return {{to_result_array<T, 3>("translations", t), rotation_array<T>("rotations", q),
           to_result_array<T, 3>("scales", s)},
          undefined};
}

enum class DeltaAxes { parent, joint };
extern const Choice<DeltaAxes> delta_axes;
enum class DeltaScale { factor, difference };
extern const Choice<DeltaScale> delta_scales;

}  // namespace bindpose::animation
