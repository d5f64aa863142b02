// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for bone segments. Varied: the listing order, the number of roots, scale, matrices and
// bones of length 0.
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::hierarchy {
namespace {

/// Three trees, two of them single joints. matrix: joint 0 is given as a sheared, mirrored matrix.
ArraySet forest(bool matrix) {
  Locals locals = skew_locals(8);
  locals[2].trs.translation = {0, 0, 0};
  locals[0].is_matrix = matrix;
  locals[0].matrix.linear << 1, 0.5, 0, 0, 2, -0.25, 0.125, 0, -1;
  locals[0].matrix.translation = {3, -2, 1};
  return hierarchy_question({3, -1, 3, -1, 0, 0, -1, 5}, locals);
}

}  // namespace

void bones_cases(std::vector<Case>& cases) {
  using Bar = scenes::BarVariation;
  const PoseCases add(cases, "bones");
  add("bar.parents-first", "Two bones; the root has no bone.", bar_question, Bar{});
  add("bar.child-first", "The joints are listed child first.", bar_question, Bar{.shuffled = true});
  add("bar.scaled-middle", "A joint's scale lengthens the bones below it, not its own.", bar_question,
      Bar{.middle_scale = {2, 0.5, 1}});
  add("forest.any-order", "Three roots anywhere in the list, a branch, and a bone of length 0.", forest,
      false);
  add("bar.mirrored-middle", "Bones below a joint that mirrors and scales its axes differently.",
      bar_question, Bar{.middle_scale = {-1.5, 0.5, 1}});
  change_question(add("bar.rotations-1.01", "Rotations 1 % too long are used as given.", bar_question, Bar{}),
                  &with_long_rotations);
  add("bar.scaled-middle.without-shear", "Scale and rotation are inherited separately.", bar_question,
      Bar{.middle_scale = {2, 0.5, 1}})
      .options = {{"scale_inheritance", "without-shear"}};
  change_question(add("bar.rotations-1.01.kept-unit", "Rotations 1 % too long are normalized before use.",
                      bar_question, Bar{}),
                  &with_long_rotations)
      .options = {{"rotations", "kept-unit"}};
  change_question(
      add("bar.matrix-joint.decomposed",
          "A matrix joint is first decomposed into translation, rotation and scale.", bar_question, Bar{}),
      &with_matrix_joint)
      .options = {{"matrix_joints", "decomposed"}};
  add("forest.matrix", "Bones below a sheared, mirrored matrix joint.", forest, true);
}

}  // namespace bindpose::conformance::hierarchy
