// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for forward kinematics with quaternions. Varied: the listing order, the number of
// roots, the signs of quaternions, and the length of the chain.
#include "conformance/cases/shared/pose_case.h"
#include "reference/samples/parts.h"

namespace bindpose::conformance::hierarchy {
namespace {

Locals random_locals(std::size_t joints) {
  Random random("conformance.fk_quaternion");
  Locals locals(joints);
  for (LocalTransform<double>& local : locals)
    local.trs = samples::sample_rigid(random);
  return locals;
}

/// A chain in which every rotation is above 180 degrees, so that w is negative.
Locals past_half_a_turn() {
  Locals locals(5);
  for (std::size_t j = 0; j < locals.size(); ++j) {
    const auto i = static_cast<double>(j);
    locals[j].trs.rotation = Quat<double>(rotation({1, 2, i}, 190 + 20 * i));
    locals[j].trs.translation = {1, -0.5, 0.25};
  }
  return locals;
}

}  // namespace

void fk_quaternion_cases(std::vector<Case>& cases) {
  using Bar = scenes::BarVariation;
  const PoseCases add(cases, "fk_quaternion");
  add("bar.parents-first", "Three joints, no two of which commute; the root is not at rest.", bar_question,
      Bar{});
  add("bar.child-first", "The joints are listed child first.", bar_question, Bar{.shuffled = true});
  add("forest.any-order", "Two roots, joints in any order.", hierarchy_question,
      std::vector{3, 4, 3, -1, -1, 0, 1}, random_locals(7));
  add("chain.tip-first",
      "Seven joints in a row, the tip first: two or three passes over the list are not enough.",
      hierarchy_question, std::vector{1, 2, 3, 4, 5, 6, -1}, random_locals(7));
  add("chain.past-half-a-turn", "Rotations beyond 180 degrees: a product keeps its sign.", hierarchy_question,
      in_a_row(5), past_half_a_turn());
  change_question(add("bar.rotations-1.01", "Rotations 1 % too long are used as given.", bar_question, Bar{}),
                  &with_long_rotations);
  change_question(add("bar.rotations-1.01.kept-unit", "Rotations 1 % too long are normalized before use.",
                      bar_question, Bar{}),
                  &with_long_rotations)
      .options = {{"rotations", "kept-unit"}};
  add("chain.joints-100", "100 joints in a row: rounding errors add up; nothing else may differ.",
      hierarchy_question, in_a_row(100), random_locals(100));
}

}  // namespace bindpose::conformance::hierarchy
