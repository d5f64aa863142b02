// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for aims. Varied: goals around a rotated joint, axes, offsets, weights, and goals
// without a direction.
#include "conformance/cases/shared/constraint_rows.h"

namespace bindpose::conformance::ik {
namespace {

struct Row {
  Vec3<double> goal = {0, 0, 0};
  Vec3<double> f = {1, 0, 0}, u = {0, 1, 0}, o = {0, 0, 0}, pole = {0, 1, 0}, p = {0.5, 1, -0.25};
  Vec4<double> q = {0, 0, 0, 1};
  double w = 1;
};

ArraySet aims(const std::vector<Row>& rows) {
  const auto vectors = [&rows](Vec3<double> Row::*member) {
    Array::Reals numbers;
    for (const Row& row : rows)
      for (int c = 0; c < 3; ++c)
        numbers.push_back(to_float32((row.*member)[c]));
    return numbers;
  };
  Array::Reals rotations, weights;
  for (const Row& row : rows) {
    rotations.insert(rotations.end(), row.q.begin(), row.q.end());
    weights.push_back(row.w);
  }
  const std::size_t N = rows.size();
  ArraySet question;
  question.add("joint_translations", {N, 3}, vectors(&Row::p))
      .add("joint_rotations", {N, 4}, std::move(rotations));
  question.add("goals", {N, 3}, vectors(&Row::goal)).add("pole_directions", {N, 3}, vectors(&Row::pole));
  question.add("forwards", {N, 3}, vectors(&Row::f)).add("ups", {N, 3}, vectors(&Row::u));
  question.add("offsets", {N, 3}, vectors(&Row::o)).add("correction_weights", {N}, std::move(weights));
  return question;
}

/// Goals in all directions around a joint that is rotated at rest, each with the same `row`.
std::vector<Row> around(Row row) {
  row.q = rotation({1, 2, 3}, 75);
  return goals_around(row);
}

}  // namespace

void ik_aim_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "ik_aim");
  Row row;
  add("head.around", "Goals all around a head that is rotated at rest.", aims, around(row));
  row.w = 0.375;
  add("head.weights", "A fraction of the rotation.", aims, around(row));
  row.w = 1;
  row.f = Vec3<double>(2, 3, 6).normalized();
  row.u = {1, 2, -0.5};
  row.pole = {0.5, 2, -1};
  add("head.axes", "Aim and up axes that are not parallel to any axis of the joint.", aims, around(row));
  row.o = {0.25, -0.5, 0.125};
  row.w = 0.75;
  add("gun.offset", "A barrel next to the joint.", aims, around(row));
  std::vector<Row> rows(3);
  for (Row& each : rows)
    each.o = {0, 1, 0.5};
  rows[0].goal = rows[0].p + Vec3<double>(0.5, 0.25, 0);
  rows[1].goal = rows[1].p;
  rows[2].goal = rows[2].p + Vec3<double>(1, 1.5, 0);
  add("gun.too-near", "Goals closer than the barrel's offset cannot be aimed at.", aims, rows);
  for (Row& each : rows)
    each.q = rotation({1, 2, 3}, 75);
  rows[0].goal = rows[0].p + Vec3<double>(0.25, -0.5, 0.25);
  add("gun.too-near-turned", "Goals closer than the barrel's offset; the joint is rotated at rest.", aims,
      rows)
      .golden = false;
  rows.assign(4, Row{});
  rows[0].goal = rows[0].p + Vec3<double>(-2, 0, 0);
  rows[1].goal = rows[1].p + Vec3<double>(0, 2, 0);
  rows[2].goal = rows[2].p + Vec3<double>(0, 0, 2);
  rows[2].u = {-2, 0, 0};
  rows[3].goal = rows[3].p + Vec3<double>(2, 0, 0);
  add("head.no-answer", "Behind the head; along the pole; an up axis along the aim; a goal already aimed at.",
      aims, rows);
}

}  // namespace bindpose::conformance::ik
