// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: cases that all iterative methods of inverse kinematics share.
#pragma once

#include <fmt/format.h>

#include "conformance/cases/shared/pose_case.h"
#include "reference/ik/shared/ik_chain.h"

namespace bindpose::conformance {

using bindpose::ik::bent_chain;
using bindpose::ik::Chain;
using bindpose::ik::goals_around;
using bindpose::ik::goals_at;
using bindpose::ik::ik_question;

/// Three bones, each 1 m long, along x.
inline Chain<double> straight_chain() {
  return {{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}};
}

/// An input without further arrays.
inline ArraySet as_it_is(ArraySet question) {
  return question;
}

/// Forty iterations towards goals at 0.99 of the full reach, which converge slowly. After sixteen
/// iterations, some joint is still at least 0.01 m from its result, ten times float32's bound.
template <class Complete>
void add_long_runs(const PoseCases& add, Complete complete) {
  for (const std::size_t joints : {4U, 5U}) {
    const Chain<double> bent = bent_chain(joints);
    add(fmt::format("bent.joints-{}.iterations-40", joints),
        "Forty iterations, towards goals that are only just in reach.", complete,
        ik_question(bent, goals_at(bent, 0.99), 40));
  }
}

/// complete: adds the method's inputs other than chain, goals and iterations. own_defects: the
/// defects that an ordinary goal detects.
template <class Complete>
void add_ik_cases(const PoseCases& add_case, Complete complete) {
  const auto add = [&](const std::string& name, const std::string& purpose, const Chain<double>& rest,
                       const std::vector<Vec3<double>>& goals, int iterations) {
    add_case(name, purpose, complete, ik_question(rest, goals, iterations));
  };
  const Chain<double> bent = bent_chain(5);
  Chain<double> far = bent_chain(3);
  for (Vec3<double>& p : far)
    p += Vec3<double>(100, -50, 25);
  for (const int iterations : {1, 2, 5, 10})
    add(fmt::format("bent.iterations-{}", iterations),
        "A bent chain and goals all around it: every iteration is checked, not only the last.", bent,
        goals_around(bent), iterations);
  for (const std::size_t joints : {2, 3, 4, 7})
    add(fmt::format("bent.joints-{}", joints), "Chains of one to six bones.", bent_chain(joints),
        goals_at(bent_chain(joints), 0.75), 3);
  add("bent.iterations-0", "No iterations: the rest pose, and whether goals are in reach.", bent,
      goals_around(bent), 0);
  add("bent.reached", "The end of the chain is already at the goal.", bent, {bent.back()}, 4);
  add("bent.too-far", "Goals beyond full reach: the output reports this, with the nearest point.", bent,
      goals_at(bent, 1.5), 4);
  add("bent.far-from-origin", "A chain a hundred metres from the origin: goals are positions, not offsets.",
      far, {{101.25, -48.75, 25.5}, {100.5, -48, 24}}, 3);
  const Chain<double> long_bone = {{0, 0, 0}, {2, 0, 0}, {2, 0.5, 0}, {2.25, 0.75, 0.25}};
  add("long-bone.too-near",
      "One bone is longer than the others together: goals near the root are out of reach.", long_bone,
      {{0.25, 0.5, -0.25}, {-0.5, 0.25, 0.125}}, 5);
  add("long-bone.on-the-root", "An unreachable goal on the root: points in all directions are equally near.",
      long_bone, {{0, 0, 0}, {0.25, 0.5, -0.25}}, 5);
  add("line.on-axis", "A straight chain; goals on its line behind, on and between joints, and at the end.",
      straight_chain(), {{-2, 0, 0}, {0.5, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}}, 3);
  const Vec3<double> away(0.5, -1, 2);
  Chain<double> moved = straight_chain();
  std::vector<Vec3<double>> on_it;
  for (Vec3<double>& p : moved)
    p += away;
  for (const double x : {-2.0, 0.5, 1.0, 2.0, 4.0})
    on_it.push_back(away + Vec3<double>(x, 0, 0));
  add("line.moved.on-axis", "A straight chain away from the origin, where positions and directions differ.",
      moved, on_it, 2);
  add("bent.too-far.iterations-0", "Goals beyond full reach and no iterations: the rest pose.", bent,
      goals_at(bent, 1.5), 0);
  add("bent.too-far.iterations-1", "Goals beyond full reach and one iteration.", bent, goals_at(bent, 1.5),
      1);
  add("line.aside", "A straight chain and goals off its line.", straight_chain(),
      {{1, 1, 0}, {2, 0.5, 0.5}, {0, -2, 1}}, 4);
  add("bent.on-a-joint", "Goals exactly on joints, including the root.", bent, {bent[0], bent[2], bent[3]},
      2);
}

}  // namespace bindpose::conformance
