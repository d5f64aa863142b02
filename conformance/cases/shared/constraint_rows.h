// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: constraints of several joints as inputs.
#pragma once

#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::ik {

/// A member of all rows as an array, rounded to float32.
template <class Row, class Member>
Array::Reals column(const std::vector<Row>& rows, Member member) {
  Array::Reals numbers;
  for (const Row& row : rows)
    for (const double number : row.*member)
      numbers.push_back(to_float32(number));
  return numbers;
}

/// Goals in all directions around a joint at p, each with the same `row`.
template <class Row>
std::vector<Row> goals_around(Row row) {
  std::vector<Row> rows;
  for (const Vec3<double>& way : {Vec3<double>(3, 2, 1), Vec3<double>(1, 3, -2), Vec3<double>(-1, 2, 3),
                                  Vec3<double>(2, -1, 3), Vec3<double>(-3, -1, 0.5)}) {
    row.goal = row.p + 0.75 * way;
    rows.push_back(row);
  }
  return rows;
}

/// A joint that follows a source.
struct SourceRow {
  Vec4<double> rest = {0, 0, 0, 1}, source_rest = {0, 0, 0, 1}, source = {0, 0, 0, 1};
  double w = 1;
  Vec3<double> axis = {1, 0, 0};
};

/// A source that turns about several axes, also past half a turn; source and joint are rotated at rest.
inline std::vector<SourceRow> sources_rotated_at_rest() {
  SourceRow row;
  row.rest = rotation({3, -1, 2}, 50);
  row.source_rest = rotation({1, 2, 3}, 75);
  std::vector<SourceRow> rows;
  const Vec3<double> axes[] = {{1, 0, 0}, {0, 1, 0}, {2, -1, 1}, {-1, 3, 2}, {1, 1, -3}};
  double degrees = -120;
  for (const Vec3<double>& axis : axes) {
    row.source = rotation(axis, degrees);
    rows.push_back(row);
    degrees += 70;
  }
  rows.back().source *= -1;
  return rows;
}

/// The rows with other weights: none, all, and parts.
inline std::vector<SourceRow> weighted(std::vector<SourceRow> rows) {
  const double weights[] = {0.375, 0.5, 0, 0.875, 0.25};
  for (std::size_t i = 0; i < rows.size(); ++i)
    rows[i].w = weights[i % 5];
  return rows;
}

inline ArraySet source_question(const std::vector<SourceRow>& rows) {
  const std::size_t N = rows.size();
  ArraySet question;
  question.add("source_rest_rotations", {N, 4}, column(rows, &SourceRow::source_rest));
  question.add("source_rotations", {N, 4}, column(rows, &SourceRow::source));
  question.add("rest_rotations", {N, 4}, column(rows, &SourceRow::rest));
  Array::Reals weights;
  for (const SourceRow& row : rows)
    weights.push_back(row.w);
  question.add("correction_weights", {N}, std::move(weights));
  return question;
}

}  // namespace bindpose::conformance::ik
