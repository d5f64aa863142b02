// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for rotations of a limb. Varied: the goal and its distance, softening, weight, twist,
// the hinge and the rest pose.
#include "conformance/cases/shared/ik_case.h"

namespace bindpose::conformance::ik {
namespace {

/// One row: the parameters of a chain, without its goal.
struct Row {
  Vec3<double> goal = {0, 0, 0}, pole = {0.25, 4, 1};
  double tau = 0, sigma = 1, w = 1;
  bool has_hinge = true;  ///< false: along x
};

/// The axis about which a bent elbow opens.
Vec3<double> hinge_of(const Chain<double>& rest) {
  return Vec3<double>(rest[2] - rest[1]).cross(rest[1] - rest[0]);
}

ArraySet limbs(const Chain<double>& rest, const Vec3<double>& hinge, const std::vector<Row>& rows) {
  std::vector<Vec3<double>> goals;
  Array::Reals poles, hinges, tau, sigma, w;
  const auto append = [](Array::Reals& numbers, const Vec3<double>& x) {
    for (int c = 0; c < 3; ++c)
      numbers.push_back(to_float32(x[c]));
  };
  for (const Row& row : rows) {
    goals.push_back(row.goal);
    append(poles, row.pole);
    append(hinges, row.has_hinge ? hinge : Vec3<double>(1, 0, 0));
    tau.push_back(to_float32(row.tau));
    sigma.push_back(to_float32(row.sigma));
    w.push_back(to_float32(row.w));
  }
  const std::size_t N = rows.size();
  ArraySet question = ik_question(rest, goals);
  question.add("pole_directions", {N, 3}, std::move(poles)).add("hinges", {N, 3}, std::move(hinges));
  question.add("twists", {N}, std::move(tau)).add("softenings", {N}, std::move(sigma));
  question.add("correction_weights", {N}, std::move(w));
  return question;
}

std::vector<Row> towards(const std::vector<Vec3<double>>& goals, Row row = {}) {
  std::vector<Row> rows;
  for (const Vec3<double>& goal : goals) {
    row.goal = goal;
    rows.push_back(row);
  }
  return rows;
}

}  // namespace

void ik_limb_cases(std::vector<Case>& cases) {
  const PoseCases add_case(cases, "ik_limb");
  const auto add = [&](const std::string& name, const std::string& purpose, const Chain<double>& rest,
                       const Vec3<double>& hinge, const std::vector<Row>& rows) -> Case& {
    return add_case(name, purpose, limbs, rest, hinge, rows);
  };
  const Chain<double> arm = bent_chain(3), plane = {{0, 0, 0}, {1.5, 0, 0}, {2.5, 0, 0}};
  const Vec3<double> hinge = hinge_of(arm);
  const std::vector<Vec3<double>> near = goals_at(arm, 0.7), goal = {near[0]};
  add("arm.around", "Goals all around an arm: both bones swing, and roll with the hinge.", arm, hinge,
      towards(near));
  add("arm.all-around", "Goals all around an arm, at other distances.", arm, hinge,
      towards(goals_around(arm)))
      .golden = false;
  Row row;
  row.w = 0.375;
  row.pole = {0.5, -2, -1};  // rotations of more than half a turn, as quaternions
  std::vector<Row> rows = towards(near, row);
  row.w = 0;
  rows.push_back(towards(goal, row)[0]);
  add("arm.weights", "A fraction of the rotations, and none of them.", arm, hinge, rows);
  rows.clear();
  for (const double part : {0.5, 0.8, 1.5})
    for (const double sigma : {0.75, 0.25}) {
      row = {goals_at(arm, part)[1]};
      row.sigma = sigma;
      rows.push_back(row);
    }
  add("arm.softened", "Goals before and beyond the start of softening.", arm, hinge, rows);
  rows.clear();
  for (const double tau : {-2.0, 0.5, 3.0}) {
    row = {near[2]};
    row.tau = tau;
    rows.push_back(row);
  }
  add("arm.twists", "The elbow swivels about the line to the goal.", arm, hinge, rows);
  row = {};
  row.tau = 0.75, row.sigma = 0.5, row.w = 0.625;
  add("arm.all", "Softening, weight and twist together.", arm, hinge, towards(near, row));
  add("arm.hinge-reversed", "The hinge points the other way: the elbow bends backwards.", arm, -hinge,
      towards({near[0], near[3]}));
  add("arm.hinge-aslant", "A hinge that is not perpendicular to the bones.", arm,
      hinge + Vec3<double>(0.25, 0, 0.125), towards({near[1], near[4]}));
  add("plane.straight", "A limb that is straight at rest: the hinge decides the bend.", plane, {0, 0, 1},
      towards({{1.75, 0, 0}, {0, 2, 0.5}, {-1, 1, 1}}));
  add("plane.too-near", "Bones of unequal length cannot fold onto the root; out of reach they are straight.",
      plane, {0, 0, 1}, towards({{0.125, 0.125, 0.125}, {0, -0.25, 0.125}, {2, 2, 2}}));
  rows = towards({{0, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1, 1, 0}});
  rows[1].pole = {1, 0, 0};
  rows[2].has_hinge = false;
  add("plane.no-answer", "A goal on the root; a pole on the line to the goal; a hinge along a bone.", plane,
      {0, 0, 1}, rows);
}

}  // namespace bindpose::conformance::ik
