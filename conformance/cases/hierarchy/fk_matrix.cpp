// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for forward kinematics with matrices. Varied: the listing order, the number of roots, scale,
// joints given as matrices, and the length of the chain, on hierarchies in which no two transforms commute.
#include "conformance/cases/shared/pose_case.h"
#include "reference/samples/parts.h"

namespace bindpose::conformance::hierarchy {
namespace {

ArraySet with_matrices() {
  Locals locals(4);
  for (LocalTransform<double>& local : locals)
    local.trs = {{0.5, -1, 2}, Quat<double>(rotation({1, 2, 3}, 50)), {1, 0.5, 2}};
  locals[1].is_matrix = true;
  locals[1].matrix.linear << 1, 0.5, 0, 0, 2, -0.25, 0.125, 0, -1;  // sheared and mirrored
  locals[1].matrix.translation = {3, -2, 1};
  locals[3].is_matrix = true;
  return hierarchy_question(in_a_row(4), locals);
}

/// Every second joint is a matrix with exactly orthogonal columns that are longer than their
/// scales by a factor of 65/64; one is mirrored.
ArraySet with_orthogonal_matrices() {
  Locals locals = skew_locals(4);
  for (const std::size_t j : {1, 3}) {
    locals[j].is_matrix = true;
    locals[j].matrix.linear << 39, -20, 48, 52, 15, -36, 0, 60, 25;  // 65 times a rotation
    locals[j].matrix.linear *= Vec3<double>(1, j == 3 ? -2 : 2, 1.5).asDiagonal();
    locals[j].matrix.linear /= 64;
    locals[j].matrix.translation = {3, -2, 1};
  }
  return hierarchy_question(in_a_row(4), locals);
}

/// Matrices of nearly half a turn about each axis and about two axes between them, with exactly
/// orthogonal columns. Each component of a quaternion is the largest in some matrix.
ArraySet with_wide_turns() {
  const std::vector<Vec4<double>> turns = {
      {4, 1, -1, 1}, {-1, 4, 2, 1}, {1, -2, 4, 1}, {4, 5, 0, 1}, {0, -4, 5, 1}};
  Locals locals = skew_locals(turns.size());
  for (std::size_t j = 0; j < turns.size(); ++j) {
    const double x = turns[j][0], y = turns[j][1], z = turns[j][2], w = turns[j][3];
    locals[j].is_matrix = true;
    // |q|^2 times a rotation, in integers.
    locals[j].matrix.linear << w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y),  //
        2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x),                         //
        2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z;
    locals[j].matrix.linear /= 32;
    locals[j].matrix.translation = {0.5, 1, -0.25};
  }
  return hierarchy_question(in_a_row(turns.size()), locals);
}

ArraySet chain(std::size_t joints) {
  Random random("conformance.fk_matrix.chain");
  Locals locals(joints);
  for (LocalTransform<double>& local : locals)
    local.trs = samples::sample_rigid(random);
  return hierarchy_question(in_a_row(joints), locals);
}

/// Every joint's parent has half its number, so that rounding adds up over few joints.
ArraySet fan(std::size_t joints) {
  Random random("conformance.fk_matrix.fan");
  Locals locals(joints);
  std::vector<int> parents(joints);
  for (std::size_t j = 0; j < joints; ++j) {
    locals[j].trs = samples::sample_rigid(random);
    parents[j] = j == 0 ? -1 : static_cast<int>(j / 2);
  }
  return hierarchy_question(parents, locals);
}

}  // namespace

void fk_matrix_cases(std::vector<Case>& cases) {
  using Bar = scenes::BarVariation;
  const PoseCases add(cases, "fk_matrix");
  add("bar.parents-first", "Three joints, no two of which commute; the root is not at rest.", bar_question,
      Bar{});
  add("bar.child-first", "Joints listed child first: parents must be found, not assumed.", bar_question,
      Bar{.shuffled = true});
  add("bar.armature", "An ancestor scales, rotates and moves the whole chain.", bar_question,
      Bar{.armature = true});
  add("bar.scaled-middle", "Non-uniform scale above a rotated child: the child is sheared.", bar_question,
      Bar{.middle_scale = {2, 0.5, 1}});
  add("bar.scaled-middle.without-shear", "Non-uniform scale, with scale and rotation inherited separately.",
      bar_question, Bar{.middle_scale = {2, 0.5, 1}})
      .options = {{"scale_inheritance", "without-shear"}};
  change_question(add("bar.rotations-1.01.kept-unit", "Rotations 1 % too long are normalized before use.",
                      bar_question, Bar{}),
                  &with_long_rotations)
      .options = {{"rotations", "kept-unit"}};
  change_question(add("bar.rotations-1.01", "Rotations 1 % too long are used as given.", bar_question, Bar{}),
                  &with_long_rotations);
  add("chain.matrices.decomposed",
      "Matrices, one mirrored, are first decomposed into translation, rotation and scale.",
      with_orthogonal_matrices)
      .options = {{"matrix_joints", "decomposed"}};
  add("chain.matrices.decomposed.without-shear",
      "Decomposed matrices, with scale and rotation inherited separately.", with_orthogonal_matrices)
      .options = {{"matrix_joints", "decomposed"}, {"scale_inheritance", "without-shear"}};
  add("chain.wide-turns.decomposed", "Matrices of nearly half a turn, each about another axis.",
      with_wide_turns)
      .options = {{"matrix_joints", "decomposed"}};
  add("bar.mirrored-middle", "A joint with negative scale mirrors everything below it.", bar_question,
      Bar{.middle_scale = {-1, 1, 1}});
  // Two trees and a single joint: 3 <- 0 <- 5, 3 <- 2; 4 <- 1; 6.
  add("forest.any-order", "Three roots, joints in any order, every scale non-uniform.", hierarchy_question,
      std::vector{3, 4, 3, -1, -1, 0, -1}, skew_locals(7));
  add("chain.tip-first",
      "Seven joints in a row, the tip first: two or three passes over the list are not enough.",
      hierarchy_question, std::vector{1, 2, 3, 4, 5, 6, -1}, skew_locals(7));
  add("chain.matrices", "Sheared, mirrored and identity matrices between other joints.", with_matrices);
  add("armature.mirrored-middle", "An ancestor that scales above a joint that mirrors.", bar_question,
      Bar{.armature = true, .middle_scale = {1, -0.5, 1}});
  add("chain.joints-100", "100 joints in a row: rounding errors add up; nothing else may differ.", chain, 100)
      .golden = false;
  add("chain.joints-260", "More joints in a row than a byte can count.", chain, 260);
  add("chain.joints-300", "300 joints in a row: more than a byte can count.", chain, 300).golden = false;
  add("fan.joints-1100", "More joints than a buffer of 1,024 holds.", fan, 1100).golden = false;
}

}  // namespace bindpose::conformance::hierarchy
