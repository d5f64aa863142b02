// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inverse bind matrices left out, inverted twice, transposed, or on the wrong side.
#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"

namespace bindpose::conformance {
namespace {

void put_identity(double* row, std::size_t) {
  put_affine(row, {});
}
void put_no_turn(double* row, std::size_t) {
  put_quaternion(row, Quat<double>::Identity());
}
void put_zero(double* row, std::size_t) {
  row[0] = row[1] = row[2] = 0;
}

Changed ignored(const Question& question) {
  if (Changed changed = with_rows(question, {"inverse_binds"}, 12, put_identity)) return changed;
  Changed changed = with_rows(question, {"inverse_bind_rotations"}, 4, put_no_turn);
  if (changed) change_rows(changed->arrays, "inverse_bind_translations", 3, put_zero);
  return changed;
}

Changed not_inverted(const Question& question) {
  const auto invert = [](double* row, std::size_t) { put_affine(row, inverse_of(affine_at(row))); };
  if (Changed changed = with_rows(question, {"inverse_binds"}, 12, invert)) return changed;
  Question changed = question;
  Array::Reals* translations = reals_of(changed.arrays, "inverse_bind_translations");
  if (translations == nullptr) return std::nullopt;
  const auto invert_rigid = [translations](double* row, std::size_t j) {
    const Quat<double> back = quaternion_at(row).conjugate();
    Eigen::Map<Vec3<double>> t(translations->data() + 3 * j);
    t = -(back * Vec3<double>(t));
    put_quaternion(row, back);
  };
  if (!change_rows(changed.arrays, "inverse_bind_rotations", 4, invert_rigid)) return std::nullopt;
  return changed;
}

Changed rotation_transposed(const Question& question) {
  return with_rows(question, {"inverse_binds"}, 12, transpose_linear);
}

Changed wrong_side(const Question& question) {
  if (question.algorithm->id == "skeleton.palette") {
    Question changed = question;
    std::swap(changed.arrays.find("world")->data, changed.arrays.find("inverse_binds")->data);
    return changed;
  }
  const Affines inverse = inverse_binds_of(question.arrays);
  Affines palette = worlds_of(question.arrays);
  if (inverse.empty() || inverse.size() != palette.size()) return std::nullopt;
  for (std::size_t j = 0; j < palette.size(); ++j)
    palette[j] = inverse[j] * palette[j];
  return with_palette(question, palette);
}

}  // namespace

BINDPOSE_DEFECTS(general, inverse_binds) {
  return {
      {.id = "ibm-wrong-side",
       .sentence =
           "your output equals what one gets when the inverse bind matrix stands on the wrong side: world "
           "transform times inverse bind matrix is wanted",
       .symptom = "parts orbit the world origin",
       .source = "Plasma#1593, assimp#2773",
       .before_palette = true,
       .question = &wrong_side},
      {.id = "ibm-ignored",
       .sentence = "your output equals what one gets when the inverse bind matrices are left out",
       .symptom = "each vertex is offset by its joint's bind position",
       .source = "GLTFUtility#15, glTF#1689",
       .before_palette = true,
       .question = &ignored},
      {.id = "ibm-not-inverted",
       .sentence = "your output equals what one gets when the inverse bind matrices are inverted once more",
       .symptom = "offsets are doubled: the tip is as far away again as it should be",
       .source = "assimp#1950, assimp#1803, assimp#4713",
       .before_palette = true,
       .question = &not_inverted},
      {.id = "ibm-rot-transposed",
       .sentence = "your output equals what one gets when the 3 by 3 parts of the inverse bind matrices are "
                   "transposed",
       .symptom = "twisted segments with seams at the joints",
       .source = "cglm#1",
       .before_palette = true,
       .question = &rotation_transposed},
  };
}

}  // namespace bindpose::conformance
