// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for weights as colours. Varied: the colours, a joint in several slots, missing and
// tiny weights.
#include "conformance/cases/shared/pose_case.h"
#include "conformance/cases/shared/weight_scenes.h"

namespace bindpose::conformance::binding {
namespace {

ArraySet coloured_hose() {
  return weighted_vertices(every_slot_hose(6, 0.3125)());
}

/// A joint in two slots, unused slots, a vertex without weights, weights that sum to more than 1.
ArraySet several_slots() {
  return weighted_vertices(3, {4, 1, 4, 3, 0, 0, 2, 1, 0, 1, 4, 0},
                           {0.25, 0.5, 0.25, 1, 0, 0, 0, 0, 0, 0.75, 0.625, 0.25}, 5);
}

/// Weights of 2^-12.
ArraySet tiny_weights() {
  return weighted_vertices(3, {0, 1, 2, 3, 2, 2},
                           {0.75, 0.25 - 0x1p-12, 0x1p-12, 1 - 0x1p-12, 0x1p-13, 0x1p-13}, 4);
}

/// Joints 0, 1, 255, 256, 257 and 300 of 301.
ArraySet many_joints() {
  return weighted_vertices(2, {0, 1, 255, 256, 257, 300}, {0.75, 0.25, 0.5, 0.5, 0.375, 0.625}, 301);
}

ArraySet one_joint(ArraySet (*make)(), int shown) {
  ArraySet question = make();
  question.add("shown_joint", {1}, Array::Integers{shown});
  return question;
}

ArraySet given_colours() {
  ArraySet question = several_slots();
  question.add("joint_colours", {5, 3},
               Array::Reals{0.125, 0.25, 0.5, 1, 0, 0.75, 0, 0.875, 0.25, 0.5, 0.5, 0.5, 0.375, 1, 0.0625});
  return question;
}

}  // namespace

void weight_colours_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "weight_colours");
  const Options shown = {{"colours", "one-joint"}};
  add("hose.by-joint", "Eight joints in their own colours.", &coloured_hose);
  add("slots.by-joint", "A joint in two slots, a vertex without weights, sums above 1.", &several_slots);
  add("slots.given", "Given joint colours.", &given_colours);
  add("hose.one-joint", "The weight of one joint as grey.", &one_joint, &coloured_hose, 3).options = shown;
  add("tiny.by-joint", "Weights of 2^-12 count like any other.", &tiny_weights);
  add("tiny.one-joint", "Weights of 2^-12 of one joint.", &one_joint, &tiny_weights, 2).options = shown;
  add("many.by-joint", "More joints than a byte can count.", &many_joints);
  add("slots.one-joint", "A joint in two slots.", &one_joint, &several_slots, 4).options = shown;
}

}  // namespace bindpose::conformance::binding
