// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for two bones in closed form. Varied: the position of the goal (from the root to out
// of reach), and the position and meaning of the pole.
#include "conformance/cases/shared/ik_case.h"

namespace bindpose::conformance::ik {
namespace {

ArraySet with_poles(const Chain<double>& rest, const std::vector<Vec3<double>>& goals,
                    const std::vector<Vec3<double>>& poles) {
  ArraySet question = ik_question(rest, goals);
  Array::Reals numbers;
  for (std::size_t i = 0; i < goals.size(); ++i)
    for (int c = 0; c < 3; ++c)
      numbers.push_back(to_float32(poles[i % poles.size()][c]));
  question.add("poles", {goals.size(), 3}, std::move(numbers));
  return question;
}

}  // namespace

void ik_two_bone_cases(std::vector<Case>& cases) {
  using Points = std::vector<Vec3<double>>;
  const PoseCases add_case(cases, "ik_two_bone");
  const auto add = [&](const std::string& name, const std::string& purpose, const Chain<double>& rest,
                       const Points& goals, const Points& poles) -> Case& {
    return add_case(name, purpose, with_poles, rest, goals, poles);
  };
  const Chain<double> arm = bent_chain(3), plane = {{0, 0, 0}, {1.5, 0, 0}, {2.5, 0, 0}};
  add("arm.around", "An arm away from the origin; goals all around it, one pole.", arm, goals_around(arm),
      {{0.25, 4, 1}});
  add("arm.poles", "One goal and poles all around it: the elbow swivels about the line to the goal.", arm,
      std::vector<Vec3<double>>(5, arm[0] + Vec3<double>(0.5, 0.75, 0.5)), goals_at(arm, 2));
  add("arm.pole-direction", "A pole given as a direction.", arm, goals_around(arm), {{0.25, 4, 1}});
  cases.back().options = {{"pole", "direction"}};
  add("arm.too-far", "Goals out of reach: the arm points straight at them, and the output reports it.", arm,
      goals_at(arm, 1.25), {{0.25, 4, 1}});
  add("arm.too-near", "Bones of unequal length cannot fold onto the root.", plane,
      {{0.125, 0.125, 0.125}, {0, -0.25, 0.125}}, {{1, 2, 3}});
  add("plane.longer-end", "The second bone is longer: goals near the root are out of its reach.",
      {{0, 0, 0}, {1, 0, 0}, {2.5, 0, 0}}, {{0.125, 0.125, 0.125}, {0, -0.25, 0.125}, {0.5, 0.75, 0.25}},
      {{1, 2, 3}});
  add("plane.full-reach", "Goals at, just within and just beyond the longest and shortest reach.", plane,
      {{2.5, 0, 0},
       {2.5 - 0x1p-16, 0, 0},
       {2.5 + 0x1p-16, 0, 0},
       {0.5, 0, 0},
       {0, 0.5 + 0x1p-16, 0},
       {1.75, 0, 0}},
      {{0, 1, 1}});
  add("plane.no-answer", "A goal on the root, and poles on the line to the goal: no defined result.", plane,
      {{0, 0, 0}, {2, 0, 0}, {0, 0, 2}, {1, 1, 0}}, {{4, 0, 0}});
  add("arm.on-the-root",
      "Goals on the root: bones of different lengths cannot reach them, whatever the pole.", arm,
      {arm[0], arm[0], arm[0], arm[0], arm[0] + Vec3<double>(0.5, 0.75, 0.5)},
      {{1, 0, 0}, {0, 4, 1}, {-2, 1, 3}, {3, -1, 0.5}, {0.25, 4, 1}});
  add("arm.far-from-origin", "A hundred metres from the origin: goal and pole are positions.",
      {{100, -50, 25}, {100.75, -49.5, 25}, {101.25, -49.75, 25.5}},
      {{101.25, -49.5, 25.25}, {100.25, -49.25, 24.5}}, {{100, -47, 26}});
}

}  // namespace bindpose::conformance::ik
