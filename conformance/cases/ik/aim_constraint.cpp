// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for aim constraints. Varied: sources all around, axes, weights, sources without a shortest way.
#include "conformance/cases/shared/constraint_rows.h"

namespace bindpose::conformance::ik {
namespace {

struct AimRow {
  Vec4<double> parent = {0, 0, 0, 1}, rest = {0, 0, 0, 1};
  Vec3<double> p = {0.5, 1, -0.25}, goal = {0, 0, 0}, a = {1, 0, 0};
  double w = 1;
};

ArraySet aims(const std::vector<AimRow>& rows) {
  const std::size_t N = rows.size();
  Array::Reals weights;
  for (const AimRow& row : rows)
    weights.push_back(row.w);
  ArraySet question;
  question.add("parent_rotations", {N, 4}, column(rows, &AimRow::parent));
  question.add("rest_rotations", {N, 4}, column(rows, &AimRow::rest));
  question.add("joint_translations", {N, 3}, column(rows, &AimRow::p));
  question.add("goals", {N, 3}, column(rows, &AimRow::goal));
  question.add("forwards", {N, 3}, column(rows, &AimRow::a));
  question.add("correction_weights", {N}, std::move(weights));
  return question;
}

/// Sources in all directions around a joint that is rotated at rest, as its parent is, each with the same `row`.
std::vector<AimRow> around(AimRow row) {
  row.parent = rotation({1, 2, 3}, 75);
  row.rest = rotation({3, -1, 2}, 50);
  return goals_around(row);
}

}  // namespace

void aim_constraint_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "aim_constraint");
  AimRow row;
  add("sleeve.around", "Sources all around a joint that is rotated at rest, as its parent is.", aims,
      around(row));
  row.w = 0.375;
  add("sleeve.weights", "A fraction of the rotation.", aims, around(row));
  row.w = 0.75;
  row.a = Vec3<double>(2, -3, 6).normalized();
  add("sleeve.axes", "An axis that is not parallel to any axis of the joint.", aims, around(row));
  row.a = {0, 0, -1};
  add("sleeve.negative", "A negative axis.", aims, around(row));
  std::vector<AimRow> none(3);
  none[0].goal = none[0].p;
  none[1].goal = none[1].p - Vec3<double>(2, 0, 0);
  none[2].goal = none[2].p + Vec3<double>(2, 0, 0);
  add("sleeve.no-answer", "On the joint; exactly behind the axis; a source already aimed at.", aims, none);
}

}  // namespace bindpose::conformance::ik
