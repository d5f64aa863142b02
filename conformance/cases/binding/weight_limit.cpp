// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for limited weights. Varied: the number of joints to keep, equal weights, a joint in
// several slots, sums of weights, tiny weights.
#include "conformance/cases/shared/pose_case.h"
#include "conformance/cases/shared/weight_scenes.h"

namespace bindpose::conformance::binding {
namespace {

ArraySet limit(ArraySet question, int k) {
  question.add("influence_count", {1}, Array::Integers{k});
  return question;
}

ArraySet limited_hose(int k) {
  return limit(weighted_vertices(every_slot_hose(6, 0.3125)()), k);
}

/// Two, three and four joints with equal weights, in ascending, descending and mixed order.
ArraySet equals() {
  return limit(
      weighted_vertices(4, {3, 2, 1, 0, 0, 1, 2, 3, 2, 0, 3, 1},
                        {0.25, 0.25, 0.25, 0.25, 0.125, 0.125, 0.125, 0.625, 0.375, 0.125, 0.125, 0.375}, 4),
      2);
}

/// Joints that are among the largest only if their slots are added; slots of one joint whose sum
/// equals another joint's weight.
ArraySet several_slots(int k) {
  return limit(
      weighted_vertices(5, {2, 1, 2, 0, 3, 1, 0, 1, 0, 3},
                        {0.1875, 0.25, 0.1875, 0.21875, 0.15625, 0.125, 0.3125, 0.125, 0.125, 0.3125}, 4),
      k);
}

/// Weights with sums above and below 1, a single weight, no weights.
ArraySet sums() {
  return limit(weighted_vertices(3, {0, 1, 2, 2, 1, 0, 1, 0, 0, 0, 1, 2},
                                 {0.5, 0.75, 0.375, 0.0625, 0.25, 0.125, 0.625, 0, 0, 0, 0, 0}, 3),
               2);
}

/// A joint with weight 2^-12 that is kept.
ArraySet tiny_shares(int k) {
  return limit(
      weighted_vertices(3, {0, 1, 2, 2, 1, 0}, {0.75, 0.25 - 0x1p-12, 0x1p-12, 1 - 0x1p-12, 0x1p-12, 0}, 3),
      k);
}

}  // namespace

void weight_limit_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "weight_limit");
  add("hose.four", "Four of six joints are kept; no two weigh the same.", &limited_hose, 4);
  add("hose.one", "Only the strongest joint is kept.", &limited_hose, 1);
  add("hose.eight", "A limit above the number of joints.", &limited_hose, 8);
  for (const char* tie : {"lower-joint", "first-slot"})
    add(std::string("equals.") + tie, "Joints with equal weights.", &equals).options = {{"tie", tie}};
  add("several-slots", "A joint's weight is the sum of its slots.", &several_slots, 2);
  add("several-slots.one", "Only the strongest joint, by the sum of its slots.", &several_slots, 1);
  add("tiny", "Weights of 2^-12 count like any other.", &tiny_shares, 3);
  add("tiny.two", "Weights of 2^-12, limited to two joints.", &tiny_shares, 2);
  add("sums", "Weights that do not sum to 1; a vertex without weights.", &sums);
}

}  // namespace bindpose::conformance::binding
