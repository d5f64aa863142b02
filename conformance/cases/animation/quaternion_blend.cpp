// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for weighted blends of rotations. Varied: signs, the lead, weights and their sum,
// large and equal rotations, and rows without an output.

#include <limits>

#include <fmt/format.h>

#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::animation {
namespace {

struct Row {
  std::vector<Vec4<double>> q;
  std::vector<double> w;
  int lead = 0;
};

ArraySet question_of(const std::vector<Row>& rows) {
  Array::Reals rotations, weights;
  Array::Integers leads;
  for (const Row& row : rows) {
    const Array::Reals q = numbers_of(row.q);
    rotations.insert(rotations.end(), q.begin(), q.end());
    for (const double w : row.w)
      weights.push_back(to_float32(w));
    leads.push_back(row.lead);
  }
  ArraySet question;
  question.add("rotations", {rows.size(), rows[0].q.size(), 4}, std::move(rotations));
  question.add("weights", {rows.size(), rows[0].q.size()}, std::move(weights));
  question.add("leads", {rows.size()}, std::move(leads));
  return question;
}

/// Four rotations about different axes.
std::vector<Vec4<double>> fan(double degrees) {
  return {rotation({1, 2, 3}, 20), rotation({1, 2, 3}, 20 + degrees), rotation({3, -1, 2}, degrees),
          rotation({0, 1, -1}, -0.5 * degrees)};
}

const std::vector<double> quarters = {0.4, 0.3, 0.2, 0.1};
const std::vector<std::vector<double>> in_quarters = {quarters};

/// The fan with every combination of signs, lead 0.
ArraySet all_signs() {
  std::vector<Row> rows;
  for (unsigned flips = 0; flips < 16; ++flips) {
    Row row{fan(50), quarters, 0};
    for (unsigned i = 0; i < 4; ++i)
      if ((flips >> i & 1U) != 0) row.q[i] = -row.q[i];
    rows.push_back(row);
  }
  return question_of(rows);
}

/// Four rotations, three of them about one axis, with steps across 180 degrees. The result depends
/// on the lead: a row for each list of weights and each lead.
ArraySet all_leads(double step, const std::vector<std::vector<double>>& weights) {
  std::vector<Row> rows;
  for (const std::vector<double>& w : weights)
    for (int lead = 0; lead < 4; ++lead) {
      rows.push_back({{rotation({1, 2, 3}, 0), rotation({1, 2, 3}, step), rotation({3, -1, 2}, 2 * step),
                       rotation({1, 2, 3}, 2.9 * step)},
                      w,
                      lead});
      if (w[0] == 0 && lead != 0) rows.back().q[0].setConstant(std::numeric_limits<double>::quiet_NaN());
    }
  return question_of(rows);
}

/// Weights with the same ratios and sums from 1/1024 to 1024.
ArraySet any_sum(double degrees) {
  std::vector<Row> rows;
  for (const double sum : {1.0 / 1024, 0.5, 0.98, 1.0, 2.0, 1024.0}) {
    Row row{fan(degrees), quarters, 0};
    for (double& w : row.w)
      w *= sum;
    rows.push_back(row);
  }
  return question_of(rows);
}

ArraySet unused_slots(double degrees) {
  constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
  std::vector<Row> rows(3, {fan(degrees), {0.5, 0, 0.5, 0}, 0});
  rows[0].q[1].setConstant(not_a_number);
  rows[1].q[3].setConstant(infinity);
  rows[2].q[1].setZero();
  rows[2].w = {0, 0, 0.75, 0.25};  // the lead has weight 0 and only decides the signs
  rows[2].q[2] = -rows[2].q[2];
  return question_of(rows);
}

/// The lead has weight 0 and is orthogonal to two rotations that cancel, then to two that do not;
/// then all weights are 0.
ArraySet no_direction() {
  // Written as numbers: the signs of zeros in Eigen's -i depend on the processor.
  const Vec4<double> i(1, 0, 0, 0), minus_i(-1, 0, 0, 0), j(0, 1, 0, 0), one(0, 0, 0, 1);
  return question_of({{{one, i, minus_i}, {0, 0.5, 0.5}, 0},
                      {{one, i, j}, {0, 0.5, 0.5}, 0},
                      {{one, i, j}, {0, 0, 0}, 1},
                      {{one, i, j}, {0.25, 0.5, 0.25}, 2}});
}

/// Rotations orthogonal to a lead that also has a weight. In the second row, the lead is the second
/// rotation.
ArraySet right_angles() {
  const Vec4<double> i(1, 0, 0, 0), j(0, 1, 0, 0), k(0, 0, 1, 0), one(0, 0, 0, 1);
  return question_of({{{one, i, j}, {0.5, 0.125, 0.375}, 0}, {{k, j, one}, {0.25, 0.25, 0.5}, 1}});
}

/// Rotations whose dot product with the lead is 0 within rounding, one per row.
ArraySet half_a_turn() {
  std::vector<Row> rows;
  for (int k = 0; k < 8; ++k) {
    const Vec3<double> axis(1, 2 - k, 3);
    rows.push_back({{rotation(axis, 10.0 * k), rotation(axis, 10.0 * k + 180), rotation(axis, 10.0 * k + 40)},
                    {0.5, 0.25, 0.25},
                    0});
  }
  rows.push_back({fan(60), {0.5, 0.25, 0.25}, 0});
  rows.back().q.pop_back();
  return question_of(rows);
}

ArraySet wide() {
  return question_of({{fan(110), quarters, 0}, {fan(110), {0.25, 0.25, 0.25, 0.25}, 1}});
}

ArraySet equal() {
  const Vec4<double> q = rotation({1, 2, 3}, 130);
  const std::vector<double> w = {0.5, 0.3, 0.2};
  return question_of({{{q, q, q}, w, 0}, {{q, -q, q}, w, 0}, {{q, -q, -q}, w, 1}});
}

}  // namespace

void quaternion_blend_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "quaternion_blend");
  add("fan.signs", "Every combination of signs: q and -q are the same rotation.", all_signs);
  add("circle.leads", "Rotations all around the circle: the lead decides the result.", all_leads, 100.0,
      in_quarters);
  add("circle.wider-leads", "Steps of 110 degrees around the circle: the lead decides the result.", all_leads,
      110.0, in_quarters);
  add("circle.largest-in-the-middle",
      "The largest weight is in the second or third slot, not always the lead.", all_leads, 100.0,
      std::vector<std::vector<double>>{{0.2, 0.4, 0.3, 0.1}, {0.1, 0.3, 0.4, 0.2}});
  add("circle.first-unused", "The first slot has weight 0, and is NaN unless it leads.", all_leads, 110.0,
      std::vector<std::vector<double>>{{0, 0.5, 0.3, 0.2}, {0, 0.2, 0.3, 0.5}});
  add("fan.sums", "Weights with any sum: only ratios matter.", any_sum, 60.0);
  add("fan.wide-sums", "Weights with any sum, with rotations farther apart.", any_sum, 90.0);
  add("fan.unused", "Weights of 0 on invalid quaternions, and a lead with weight 0.", unused_slots, 60.0);
  add("fan.wide-unused", "Weights of 0 on invalid quaternions, with rotations farther apart.", unused_slots,
      90.0);
  add("axes.no-direction",
      "Sums of exactly 0 have no direction; dot products of exactly 0 count as positive.", no_direction);
  add("axes.right-angles", "Quaternions orthogonal to a lead that has a weight.", right_angles);
  add("circle.half-a-turn", "Rotations 180 degrees from the lead: float32 decides the sign, either is right.",
      half_a_turn);
  add("fan.wide", "Wide rotations, whose sum has length 0.86.", wide);
  for (const char* pivot : {"running-sum", "as-given"}) {
    by(add(fmt::format("circle.leads.{}", pivot), "Rotations all around the circle, without a lead.",
           all_leads, 100.0, in_quarters),
       {{"pivot", pivot}});
    by(add(fmt::format("fan.signs.{}", pivot), "Every combination of signs, without a lead.", all_signs),
       {{"pivot", pivot}});
  }
  add("fan.equal", "Equal rotations, some negated, blend to themselves.", equal);
}

}  // namespace bindpose::conformance::animation
