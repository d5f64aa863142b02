// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Quaternions misread or left out.
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

Changed twists_as_degrees(const Question& question) {
  return with_rows(question, {"twists"}, 1, [](double* t, std::size_t) { *t *= std::numbers::pi / 180; });
}

}  // namespace

BINDPOSE_DEFECTS(general, rotations) {
  return {
      {.id = "quat-wxyz",
       .sentence = "your output equals what one gets when quaternions are read as w, x, y, z; they come as "
                   "x, y, z, w",
       .symptom = "at rest every joint is turned by nearly half a turn",
       .source = "fairmotion#90, PyGLM#77, glTF-Blender-IO#1511",
       .question = &wxyz},
      {.id = "quaternion-conjugated",
       .sentence = "your output equals what one gets when every rotation turns the other way",
       .symptom = "elbows and knees bend backwards",
       .source = "(derived)",
       .question = &conjugated},
      {.id = "rotation-ignored",
       .sentence = "your output equals what one gets when the rotations are left out",
       .symptom = "limbs move and stay straight",
       .source = "(derived)",
       .question = &rotation_ignored},
      {.id = "degrees-for-radians",
       .sentence = "your output equals what one gets when twists are read as degrees; they come in radians",
       .symptom = "hardly anything twists",
       .source = "(derived)",
       .question = &twists_as_degrees},
  };
}

}  // namespace bindpose::conformance
