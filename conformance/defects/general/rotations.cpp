// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Quaternions misread or omitted.
#include <numbers>

#include "conformance/defects/shared/change.h"

namespace bindpose::conformance {
namespace {

Changed wxyz(const Question& question) {
  return with_rotations(question, read_as_wxyz);
}
Changed conjugated(const Question& question) {
  return with_rotations(question, conjugate_row);
}
Changed rotation_ignored(const Question& question) {
  return with_rotations(question,
                        [](double* row, std::size_t) { put_quaternion(row, Quat<double>::Identity()); });
}

Changed degrees(const Question& question) {
  return with_rows(question, {"twists"}, 1,
                   [](double* angle, std::size_t) { *angle *= std::numbers::pi / 180; });
}

/// Applies to a pose, or to algorithms with the option. If all rotations have length 1, the defect
/// is invisible. Blends of rotations normalise their rotations anyway.
Changed normalised(const Question& question) {
  constexpr double rounding = 1e-3;
  bool any = false;
  const OptionList& options = question.algorithm->implementation.declaration.options;
  const bool of_pose = question.arrays.has("local_rotations") || find_option(options, "rotations") == nullptr;
  const char* rotations = of_pose ? "local_rotations" : "rotations";
  Changed changed = with_rows(question, {rotations}, 4, [&any](double* row, std::size_t) {
    Eigen::Map<Vec4<double>> q(row);
    any = any || std::fabs(q.norm() - 1) > rounding;
    q.normalize();
  });
  return any ? changed : std::nullopt;
}

}  // namespace

BINDPOSE_DEFECTS(general, rotations) {
  return {
      {.id = "quat-wxyz",
       .when = "quaternions are read as w, x, y, z; they come as x, y, z, w",
       .symptom = "at rest every joint is rotated by nearly half a turn",
       .source = "fairmotion#90, PyGLM#77, glTF-Blender-IO#1511",
       .question = &wxyz},
      {.id = "quaternion-conjugated",
       .when =
           "every rotation goes the other way: a quaternion is conjugated, or a rotation matrix transposed",
       .symptom = "elbows and knees bend backwards",
       .question = &conjugated},
      {.id = "rotation-ignored",
       .when = "the rotations are ignored",
       .symptom = "limbs move and stay straight",
       .question = &rotation_ignored},
      {.id = "degrees-for-radians",
       .when = "angles are read as degrees; they come in radians",
       .symptom = "hardly anything turns",
       .question = &degrees},
      {.id = "rotations-normalised",
       .when = "the rotations of a pose are normalised before use; use them as given",
       .symptom = "joints become slightly too small if their rotations are slightly too long",
       .question = &normalised},
  };
}

}  // namespace bindpose::conformance
