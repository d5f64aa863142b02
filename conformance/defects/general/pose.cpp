// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Poses that are read or chained wrongly, and palettes that do not follow the pose.
#include <algorithm>
#include <cmath>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"

namespace bindpose::conformance {
namespace {

Changed bind_pose(const Question& question) {
  return with_palette(question, Affines(joint_count(question.arrays)));
}

Changed child_times_parent(const Question& question) {
  return with_worlds(
      question, worlds_of(question, [](const auto& parent, const auto& local) { return local * parent; }));
}

/// Children inherit rotations; translations are only added.
Changed offset_not_turned(const Question& question) {
  return with_worlds(question,
                     worlds_of(question, [](const auto& parent, const auto& local) -> Affine<double> {
                       return {parent.linear * local.linear, parent.translation + local.translation};
                     }));
}

/// Changes skinning matrices that are given as matrices or computed from a pose; returns nothing
/// for given rotations.
template <class Change>
Changed with_changed_palette(const Question& question, Change change) {
  const auto change_row = [&](double* row, std::size_t) { put_affine(row, change(affine_at(row))); };
  if (Changed changed = with_rows(question, {"palette"}, 12, change_row)) return changed;
  if (question.arrays.has("palette_rotations")) return std::nullopt;
  Affines palette = palette_of(question);
  for (Affine<double>& M : palette)
    M = change(M);
  return with_palette(question, palette);
}

Changed palette_transposed(const Question& question) {
  return with_changed_palette(question, [](const Affine<double>& M) -> Affine<double> {
    return {M.linear.transpose(), M.translation};
  });
}

/// Not for inputs with rotations, which do not have twelve numbers.
Changed palette_by_columns(const Question& question) {
  if (question.arrays.has("inverse_bind_rotations")) return std::nullopt;
  return with_changed_palette(question, &read_by_columns);
}

Changed palette_inverted(const Question& question) {
  bool can_be = true;
  Changed changed = with_changed_palette(question, [&can_be](const Affine<double>& M) {
    can_be = can_be && std::fabs(determinant(M.linear)) > 0;
    return inverse_of(M);
  });
  return can_be ? changed : std::nullopt;
}

/// Returns nothing if a matrix has no inverse.
Changed worlds_inverted(const Question& question) {
  bool is_singular = false;
  const auto invert = [&is_singular](Affine<double>& W) {
    if (determinant(W.linear) == 0)
      is_singular = true;
    else
      W = inverse_of(W);
  };
  Changed changed;
  if (question.algorithm->id == "skeleton.palette") {
    changed = with_rows(question, {"world"}, 12, [&invert](double* row, std::size_t) {
      Affine<double> W = affine_at(row);
      invert(W);
      put_affine(row, W);
    });
  } else {
    Affines world = worlds_of(question);
    if (inverse_binds_of(question.arrays).empty()) return std::nullopt;
    std::ranges::for_each(world, invert);
    changed = with_worlds(question, world);
  }
  return is_singular ? std::nullopt : std::move(changed);
}

Affine<double> without_first_translation(const Affine<double>& a, const Affine<double>& b) {
  return {a.linear * b.linear, a.linear * b.translation};
}

/// Omits the first translation in every product of a chain and of a palette.
Changed translation_left_out(const Question& question) {
  const std::string_view id = question.algorithm->id;
  if (id == "skeleton.palette")
    return with_rows(question, {"world"}, 12,
                     [](double* row, std::size_t) { row[3] = row[7] = row[11] = 0; });
  Affines world = worlds_of(question, &without_first_translation);
  const Affines inverse = inverse_binds_of(question.arrays);
  if (id == "fk.product")
    for (Affine<double>& W : world)
      W.translation.setZero();
  if (inverse.size() != world.size() || id == "rigid-parts") return with_worlds(question, world);
  for (std::size_t j = 0; j < world.size(); ++j)
    world[j] = without_first_translation(world[j], inverse[j]);
  return with_palette(question, world);
}

Changed local_as_global(const Question& question) {
  Question changed = question;
  Array::Integers* parents = integers_of(changed.arrays, "parents");
  if (parents == nullptr || !changed.arrays.has("local_translations")) return std::nullopt;
  std::fill(parents->begin(), parents->end(), -1);
  return changed;
}

Changed scale_ignored(const Question& question) {
  return with_rows(question, {"local_scales"}, 1, [](double* x, std::size_t) { *x = 1; });
}

Changed translation_ignored(const Question& question) {
  Changed changed = with_rows(question, {"local_translations", "palette_translations"}, 1,
                              [](double* x, std::size_t) { *x = 0; });
  Question matrices = changed ? *changed : question;
  const bool any = change_rows(matrices.arrays, "palette", 12,
                               [](double* row, std::size_t) { row[3] = row[7] = row[11] = 0; });
  return any ? matrices : changed;
}

}  // namespace

BINDPOSE_DEFECTS(general, pose) {
  return {
      {.id = "bind-pose-returned",
       .sentence = "your output equals the rest mesh: nothing moves",
       .symptom = "the character stays in its bind pose, whatever it should do",
       .source = "three.js#25154, playcanvas#8477",
       .question = &bind_pose},
      {.id = "fk-child-times-parent",
       .when = "a joint's local transform is multiplied from the wrong side: parent's world transform times "
               "local transform is wanted",
       .symptom = "joints orbit a wrong centre",
       .source = "ziglibs/zlm#23, glTF-Tutorials#98",
       .question = &child_times_parent},
      {.id = "fk-offset-not-turned",
       .when = "a joint's translation is added to its parent's position without being turned by its parent",
       .symptom = "limbs turn in place and come apart at the joints",
       .question = &offset_not_turned},
      {.id = "palette-transposed",
       .when = "the 3 by 3 parts of the skinning matrices are transposed",
       .symptom = "every part turns the other way and comes off its joint",
       .source = "Vita3K#46, Plasma#1593, raylib#5244",
       .question = &palette_transposed},
      {.id = "local-matrix-by-rows",
       .when = "the matrix of a joint, which files hold column by column, is read row by row",
       .symptom = "a joint with a matrix is at its parent and rotates the other way",
       .question =
           [](const Question& question) {
             return with_rows(question, {"local_matrices"}, 12, [](double* row, std::size_t) {
               put_affine(row, read_by_rows(affine_at(row)));
             });
           }},
      {.id = "palette-by-rows",
       .when =
           "skinning matrices of sixteen numbers are transposed, and the last row is dropped: it then holds "
           "the translations",
       .symptom = "every part turns the other way about the origin",
       .source = "Vita3K#46, raylib#5244",
       .question = [](const Question& question) { return with_changed_palette(question, &read_by_rows); }},
      {.id = "palette-by-columns",
       .when = "skinning matrices, which are rows of four numbers, are read as columns of three",
       .symptom = "the mesh explodes",
       .question = &palette_by_columns},
      {.id = "palette-inverted",
       .when = "skinning matrices are inverted: they take the mesh from its bind pose to the pose",
       .symptom = "every part moves the other way",
       .question = &palette_inverted},
      {.id = "world-inverted",
       .when = "world transforms are inverted before they are multiplied by the inverse bind matrices",
       .symptom = "every part moves the other way",
       .question = &worlds_inverted},
      {.id = "product-without-translation",
       .when = "a product of matrices leaves out the translation of the first one",
       .symptom = "children turn about the origin",
       .question = &translation_left_out},
      {.id = "fk-local-as-global",
       .when = "a joint's local transform is used as its world transform: the parents are not multiplied in",
       .symptom = "all joints pile up near the root",
       .source = "ozz#90, JglTF#76, glTF-Tutorials#98",
       .question = &local_as_global},
      {.id = "scale-ignored",
       .when = "the scales are ignored",
       .symptom = "parts keep their size where they should grow or shrink",
       .source = "DazToUnreal#93, armory#376",
       .question = &scale_ignored},
      {.id = "translation-ignored",
       .when = "the translations are ignored",
       .symptom = "every part rotates about the origin",
       .question = &translation_ignored},
  };
}

}  // namespace bindpose::conformance
