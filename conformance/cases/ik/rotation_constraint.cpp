// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for rotation constraints. Varied: rotations at rest, weights, half turns.
#include "conformance/cases/shared/constraint_rows.h"

namespace bindpose::conformance::ik {

void rotation_constraint_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "rotation_constraint");
  const std::vector<SourceRow> rows = sources_rotated_at_rest();
  add("arm.rests", "Source and joint are rotated differently at rest.", source_question, rows);
  add("arm.weights", "A fraction of the rotation.", source_question, weighted(rows));
  std::vector<SourceRow> still = rows;
  for (SourceRow& row : still)
    row.source = row.source_rest;
  still[1].source = -still[1].source;
  add("arm.still", "A source at rest, with either sign of its quaternion, rotates nothing.", source_question,
      still);
  std::vector<SourceRow> half(4);
  for (std::size_t i = 0; i < half.size(); ++i) {
    half[i].source = {0, 0, i % 2 == 0 ? 1.0 : -1.0, 0};
    half[i].w = i < 2 ? 0.25 : 1;
  }
  add("arm.half-turn", "Half a turn: by a part of it, both directions are right.", source_question, half);
}

}  // namespace bindpose::conformance::ik
