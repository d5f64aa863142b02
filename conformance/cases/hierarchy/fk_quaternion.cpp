// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of forward kinematics with quaternions. Varied: the listing order, the number of roots, the
// quaternions' signs, and the length of the chain.
#include "conformance/cases/shared/pose_case.h"
#include "reference/model/question.h"
#include "reference/samples/parts.h"
#include "reference/scenes/bar.h"

namespace bindpose::conformance::hierarchy {
namespace {

using Locals = std::vector<LocalTransform<double>>;

ArraySet question_of(const std::vector<int>& parents, const Locals& locals) {
  ArraySet question;
  add_pose(question, parents, locals);
  return question;
}

ArraySet bar_question(bool shuffled) {
  scenes::BarVariation variation;
  variation.shuffled = shuffled;
  const scenes::Scene scene = scenes::bar(variation);
  return question_of(scene.rig.skeleton.parents, scene.pose.locals);
}

Locals random_locals(std::size_t joints) {
  Random random("conformance.fk_quaternion");
  Locals locals(joints);
  for (LocalTransform<double>& local : locals)
    local.trs = samples::sample_rigid(random);
  return locals;
}

ArraySet chain(std::size_t joints) {
  std::vector<int> parents(joints);
  for (std::size_t j = 0; j < joints; ++j)
    parents[j] = static_cast<int>(j) - 1;
  return question_of(parents, random_locals(joints));
}

/// A chain in which every turn has passed 180 degrees, so that w is negative.
ArraySet past_half_a_turn() {
  Locals locals(5);
  for (std::size_t j = 0; j < locals.size(); ++j) {
    locals[j].trs.rotation =
        Quat<double>(rotation({1, 2, static_cast<double>(j)}, 190 + 20 * static_cast<double>(j)));
    locals[j].trs.translation = {1, -0.5, 0.25};
  }
  return question_of({-1, 0, 1, 2, 3}, locals);
}

}  // namespace

void fk_quaternion_cases(std::vector<Case>& cases) {
  add_case(cases, "fk_quaternion", "bar.parents-first",
           "Three joints of which no two commute, the root not at rest.",
           {"fk-child-times-parent", "fk-local-as-global", "quat-wxyz"}, [] { return bar_question(false); });
  add_case(cases, "fk_quaternion", "bar.child-first", "The same joints listed child first.",
           {"fk-stale-parent"}, [] { return bar_question(true); });
  add_case(cases, "fk_quaternion", "forest.any-order", "Two roots and joints in no order.",
           {"fk-stale-parent"}, [] {
             return question_of({3, 4, 3, -1, -1, 0, 1}, random_locals(7));
           });
  add_case(cases, "fk_quaternion", "chain.past-half-a-turn",
           "Turns beyond 180 degrees: a product keeps its sign.", {"quat-wxyz", "fk-child-times-parent"},
           &past_half_a_turn);
  add_case(cases, "fk_quaternion", "chain.joints-100",
           "A hundred joints in a row: rounding adds up, and only that may differ.", {},
           [] { return chain(100); });
}

}  // namespace bindpose::conformance::hierarchy
