// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Where a deformer stands: its space taken for another one, and directions that are left in it.
#include <algorithm>
#include <cmath>

#include "conformance/defects/shared/deformers.h"

namespace bindpose::conformance {
namespace {

template <class Change>
Changed with_deformer_rotation(const Question& question, Change change) {
  return with_rows(question, {"deformer_rotation"}, 4, change);
}

Changed entered_backwards(const Question& question) {
  return with_deformer_rotation(question, conjugate_row);
}

Changed rotation_wxyz(const Question& question) {
  Changed changed = with_deformer_rotation(question, read_as_wxyz);
  return changed;
}

Changed origin_left_out(const Question& question) {
  return with_array(question, "deformer_origin", [](Array::Reals& o) { std::fill(o.begin(), o.end(), 0.0); });
}

/// y up where z is meant, and z towards the viewer.
Changed along_other_axis(const Question& question) {
  return with_deformer_rotation(question, [](double* row, std::size_t) {
    const double half = std::sqrt(0.5);
    put_quaternion(row, quaternion_at(row) * quaternion_xyzw<double>(half, 0, 0, half));
  });
}

Damaged left_in_space(const Question& question, const ArraySet& right) {
  const Array* rotation = question.arrays.find("deformer_rotation");
  if (rotation == nullptr) return std::nullopt;
  const Quat<double> back = quaternion_at(rotation->reals().data()).conjugate();
  const auto turn = [&](double* d, std::size_t) {
    const Vec3<double> turned = back * Vec3<double>(d[0], d[1], d[2]);
    std::copy(turned.begin(), turned.end(), d);
  };
  ArraySet damaged = right;
  const bool normals = change_rows(damaged, "normals", 3, turn);
  const bool tangents = change_rows(damaged, "tangents", 4, turn);
  return normals || tangents ? Damaged(std::move(damaged)) : std::nullopt;
}

}  // namespace

BINDPOSE_DEFECTS(deform, spaces) {
  return {
      {.id = "deformer-entered-backwards",
       .sentence =
           "your output equals what one gets when the deformer's rotation takes the mesh into its space; "
           "it takes the deformer into the mesh's",
       .symptom = "the deformer leans the other way",
       .source = "(derived)",
       .question = &entered_backwards},
      {.id = "deformer-rotation-wxyz",
       .sentence = "your output equals what one gets when the deformer's rotation is read as w, x, y, z",
       .symptom = "the deformer stands askew",
       .source = "fairmotion#90, PyGLM#77",
       .question = &rotation_wxyz},
      {.id = "deformer-origin-ignored",
       .sentence = "your output equals what one gets when the deformer stands at the mesh's origin",
       .symptom = "the deformation does not move with its handle",
       .source = "(derived)",
       .question = &origin_left_out},
      {.id = "deformer-other-axis",
       .sentence =
           "your output equals what one gets when the deformer's y and z axes are exchanged: tapers and "
           "twists are about z, bends run along y",
       .symptom = "a column is tapered sideways",
       .source = "(derived)",
       .question = &along_other_axis},
      {.id = "directions-left-in-deformer",
       .sentence = "your positions are right, but normals and tangents are still in the deformer's space",
       .symptom = "the light turns with the deformer's handle",
       .source = "(derived)",
       .answer = &left_in_space},
  };
}

}  // namespace bindpose::conformance
