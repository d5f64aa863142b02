// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Inverse bind matrices omitted, inverted twice, transposed, or multiplied on the wrong side.
#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"

namespace bindpose::conformance {
namespace {

void put_no_turn(double* row, std::size_t) {
  put_quaternion(row, Quat<double>::Identity());
}
void put_zero(double* row, std::size_t) {
  row[0] = row[1] = row[2] = 0;
}

/// The input with other inverse bind matrices, in the same format.
template <class Change>
Changed with_inverse_binds(const Question& question, Change change) {
  const std::string_view id = question.algorithm->id;
  const auto change_row = [&](double* row, std::size_t) { put_affine(row, change(affine_at(row))); };
  if (Changed changed = with_rows(question, {"inverse_binds"}, 12, change_row)) return changed;
  if (id == "skeleton.inverse-bind")
    return with_rows(question, {"bind"}, 12, [&](double* row, std::size_t) {
      put_affine(row, inverse_of(change(inverse_of(affine_at(row)))));
    });
  if (id != "fk.product") return std::nullopt;
  Affines inverse = stage_of(question, "bone_from_model");
  for (Affine<double>& A : inverse)
    A = change(A);
  return as_palette(question, worlds_of(question), inverse);
}

Changed ignored(const Question& question) {
  if (Changed changed = with_inverse_binds(question, [](const auto&) { return Affine<double>{}; }))
    return changed;
  Changed changed = with_rows(question, {"inverse_bind_rotations"}, 4, put_no_turn);
  if (changed) change_rows(changed->arrays, "inverse_bind_translations", 3, put_zero);
  return changed;
}

Changed not_inverted(const Question& question) {
  if (Changed changed = with_inverse_binds(question, inverse_of)) return changed;
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
  if (Changed changed = with_inverse_binds(question, [](const Affine<double>& A) -> Affine<double> {
        return {A.linear.transpose(), A.translation};
      }))
    return changed;
  return with_rows(question, {"inverse_bind_rotations"}, 4, conjugate_row);
}

/// Uses the inverse transpose of the linear part instead of its inverse.
Changed by_cofactors(const Question& question) {
  return with_inverse_binds(question, [](const Affine<double>& A) -> Affine<double> {
    const Mat3<double> C = A.linear.transpose();
    return {C, -(C * inverse_of(A).translation)};
  });
}

Changed wrong_side(const Question& question) {
  const std::string_view id = question.algorithm->id;
  const Affines inverse =
      id == "fk.product" ? stage_of(question, "bone_from_model") : inverse_binds_of(question.arrays);
  const Affines world =
      id == "skeleton.palette" ? affines_of(question.arrays.find("world")->reals()) : worlds_of(question);
  if (id == "skeleton.palette" || id == "fk.product") return as_palette(question, inverse, world);
  if (inverse.size() != world.size()) return std::nullopt;
  Affines palette = world;
  for (std::size_t j = 0; j < palette.size(); ++j)
    palette[j] = inverse[j] * world[j];
  return with_palette(question, palette);
}

}  // namespace

BINDPOSE_DEFECTS(general, inverse_binds) {
  return {
      {.id = "ibm-wrong-side",
       .when = "the inverse bind matrix is on the wrong side: world transform times inverse bind matrix "
               "is right",
       .symptom = "parts orbit the world origin",
       .source = "Plasma#1593, assimp#2773",
       .question = &wrong_side},
      {.id = "ibm-ignored",
       .when = "the inverse bind matrices are missing",
       .symptom = "each vertex is offset by its joint's bind position",
       .source = "GLTFUtility#15, glTF#1689",
       .question = &ignored},
      {.id = "ibm-not-inverted",
       .when = "the inverse bind matrices are inverted once more",
       .symptom = "offsets are doubled: the tip is twice as far away as it should be",
       .source = "assimp#1950, assimp#1803, assimp#4713",
       .question = &not_inverted},
      {.id = "ibm-rot-transposed",
       .when = "the 3 by 3 parts of the inverse bind matrices are transposed",
       .symptom = "twisted segments with seams at the joints",
       .source = "cglm#1",
       .question = &rotation_transposed},
      {.id = "ibm-by-cofactors",
       .when =
           "the cofactors of a matrix are not transposed before they are divided by its determinant: they "
           "are its inverse only then",
       .symptom = "rotated segments are rotated twice",
       .question = &by_cofactors},
      {.id = "ibm-by-rows",
       .when = "the inverse bind matrices, which files hold column by column, are read row by row",
       .symptom = "each vertex is offset by its joint's bind position, and rotated segments are twisted",
       .question = [](const Question& q) { return with_inverse_binds(q, &read_by_rows); }},
      {.id = "ibm-by-columns",
       .when = "the inverse bind matrices, which are rows of four numbers, are read as columns of three",
       .symptom = "the mesh explodes",
       .question = [](const Question& q) { return with_inverse_binds(q, &read_by_columns); }},
  };
}

}  // namespace bindpose::conformance
