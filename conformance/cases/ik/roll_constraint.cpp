// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for roll constraints. Varied: the axis, how far the source swings, weights, a reversed axis.
#include "conformance/cases/shared/constraint_rows.h"

namespace bindpose::conformance::ik {
namespace {

ArraySet rolls(const std::vector<SourceRow>& rows) {
  ArraySet question = source_question(rows);
  question.add("axes", {rows.size(), 3}, column(rows, &SourceRow::axis));
  return question;
}

std::vector<SourceRow> about(std::vector<SourceRow> rows, const std::vector<Vec3<double>>& axes) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i].axis = axes[i % axes.size()].normalized();
  return rows;
}

}  // namespace

void roll_constraint_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "roll_constraint");
  const std::vector<Vec3<double>> main_axes = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::vector<SourceRow> rows = about(sources_rotated_at_rest(), main_axes);
  add("twist.rests", "Source and joint are rotated differently at rest; the source swings and rolls.", rolls,
      rows);
  add("twist.weights", "A fraction of the roll.", rolls, weighted(rows));
  add("twist.axes", "A fraction of the roll about axes that are not parallel to any axis of the joint.",
      rolls, about(weighted(rows), {{2, 3, 6}, {-1, 2, 0.5}, {1, -1, 3}}));
  std::vector<SourceRow> alike(5);
  double degrees = -160;
  for (SourceRow& row : alike) {
    row.source = rotation({1, 0, 0}, degrees);
    degrees += 80;
  }
  add("twist.pure", "Source and joint are not rotated at rest; the source rolls about the axis only.", rolls,
      alike);
  std::vector<SourceRow> none(3);
  none[0].source = {0, 0, 1, 0};
  none[1].source = {0, 1, 0, 0};
  none[2].source = {1, 0, 0, 0};
  add("twist.no-answer", "Half turns: two reverse the axis, one is about it.", rolls, none);
}

}  // namespace bindpose::conformance::ik
