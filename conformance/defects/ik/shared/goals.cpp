// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Goals misread, and what is out of reach answered wrongly: mistakes of every method of inverse kinematics.
#include <limits>

#include "conformance/defects/ik/shared/chains.h"
#include "conformance/defects/shared/change.h"

namespace bindpose::conformance {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The answer with the rows that match rewritten: change(row).
template <class Match, class Change>
Damaged with_chains(const Question& question, const ArraySet& right, Match match, Change change) {
  if (question.algorithm->family != "ik") return std::nullopt;
  ArraySet damaged = right;
  for (std::size_t i = 0; i < row_count(question); ++i)
    if (match(chain_at(question, i), goal_at(question, i))) change(damaged, i);
  return damaged;
}

bool is_too_far(const Points& rest, const Vec3<double>& goal) {
  return (goal - rest[0]).norm() > reach_of(rest).outer;
}
bool is_too_near(const Points& rest, const Vec3<double>& goal) {
  return (goal - rest[0]).norm() < reach_of(rest).inner;
}

/// Where a subject is without the array, so is its answer.
void put_number(ArraySet& answer, const char* name, std::size_t place, double number) {
  if (Array::Reals* const numbers = reals_of(answer, name)) (*numbers)[place] = number;
}

void put_nan(ArraySet& answer, std::size_t row) {
  Array& positions = *answer.find("positions");
  const std::size_t width = positions.shape[1] * 3;
  std::fill_n(std::get<Array::Reals>(positions.data).begin() + static_cast<std::ptrdiff_t>(row * width),
              width, nan);
  put_number(answer, "residual", row, nan);
}

Changed relative_to_root(const Question& question) {
  if (question.algorithm->family != "ik") return std::nullopt;
  return with_rows(question, {"goals"}, 3, [&](double* goal, std::size_t i) {
    for (int c = 0; c < 3; ++c)
      goal[c] += chain_at(question, i)[0][c];
  });
}

/// Goals that match are said to be in reach: then they are themselves what is nearest to them.
template <class Match>
Damaged said_in_reach(const Question& question, const ArraySet& right, Match match) {
  return with_chains(question, right, match, [&question](ArraySet& answer, std::size_t i) {
    put_number(answer, "reachable", i, 1);
    const Vec3<double> goal = goal_at(question, i);
    for (std::size_t c = 0; c < 3; ++c)
      put_number(answer, "nearest", 3 * i + c, goal[static_cast<int>(c)]);
  });
}

Damaged too_far_unsaid(const Question& question, const ArraySet& right) {
  return said_in_reach(question, right, is_too_far);
}

Damaged too_near_unsaid(const Question& question, const ArraySet& right) {
  return said_in_reach(question, right, is_too_near);
}

/// The end is put on the goal whatever the bones allow.
Damaged stretched(const Question& question, const ArraySet& right) {
  return with_chains(question, right, is_too_far, [&](ArraySet& answer, std::size_t i) {
    const Vec3<double> goal = goal_at(question, i);
    const std::size_t joints = answer.find("positions")->shape[1];
    for (std::size_t c = 0; c < 3; ++c)
      (*reals_of(answer, "positions"))[(i * joints + joints - 1) * 3 + c] = goal[static_cast<int>(c)];
    put_number(answer, "residual", i, 0);
  });
}

/// The arccosine of a cosine beyond 1.
Damaged nan_out_of_reach(const Question& question, const ArraySet& right) {
  return with_chains(
      question, right,
      [](const auto& rest, const auto& goal) { return is_too_far(rest, goal) || is_too_near(rest, goal); },
      put_nan);
}

/// The direction from a joint to a goal that lies on it.
Damaged nan_on_joint(const Question& question, const ArraySet& right) {
  return with_chains(
      question, right,
      [](const Points& rest, const Vec3<double>& goal) {
        return std::any_of(rest.begin(), rest.end(), [&](const auto& p) { return p == goal; });
      },
      put_nan);
}

/// The axis of a turn between two parallel directions.
Damaged nan_on_line(const Question& question, const ArraySet& right) {
  return with_chains(
      question, right,
      [](const Points& rest, const Vec3<double>& goal) {
        const Vec3<double> line = rest[1] - rest[0];
        return std::all_of(rest.begin(), rest.end(),
                           [&](const auto& p) { return line.cross(p - rest[0]).isZero(0); }) &&
               line.cross(goal - rest[0]).isZero(0);
      },
      put_nan);
}

Changed one_more_iteration(const Question& question) {
  Question changed = question;
  Array::Integers* iterations = integers_of(changed.arrays, "iterations");
  if (iterations == nullptr) return std::nullopt;
  ++(*iterations)[0];
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(ik, goals) {
  return {
      {.id = "ik-goal-relative-to-root",
       .sentence = "your output equals what one gets when goals are read as offsets from the root; they are "
                   "positions",
       .symptom = "right at the origin, further off the further away the character stands",
       .source = "(derived)",
       .question = &relative_to_root},
      {.id = "ik-iterations-off-by-one",
       .sentence = "your output equals what one gets with one iteration more",
       .symptom = "the chain is nearer to its goal than asked for",
       .source = "(derived)",
       .question = &one_more_iteration},
      {.id = "ik-unreachable-unsaid",
       .sentence = "your positions are right, but a goal that is too far is said to be in reach",
       .symptom = "a foot that hangs in the air counts as planted",
       .source = "(derived)",
       .answer = &too_far_unsaid},
      {.id = "ik-too-near-unsaid",
       .sentence = "your positions are right, but a goal that is too near is said to be in reach: bones of "
                   "unlike length "
                   "cannot fold onto the root",
       .symptom = "a hand that cannot reach the shoulder counts as there",
       .source = "(derived)",
       .answer = &too_near_unsaid},
      {.id = "ik-bone-stretch",
       .sentence = "your output equals what one gets when the end is put on the goal, however long the last "
                   "bone gets",
       .symptom = "the last bone is stretched",
       .source = "(derived)",
       .answer = &stretched},
      {.id = "ik-unreachable-nan",
       .sentence = "your output is not a number where a goal is out of reach: the arccosine of a cosine "
                   "beyond 1, or the "
                   "root of a negative number",
       .symptom = "the limb vanishes as its goal leaves its reach",
       .source = "playcanvas#39, magnum#117",
       .answer = &nan_out_of_reach},
      {.id = "ik-nan-at-goal",
       .sentence = "your output is not a number where a goal lies on a joint: there is no direction from one "
                   "to the other",
       .symptom = "the limb vanishes as it arrives",
       .source = "(derived)",
       .answer = &nan_on_joint},
      {.id = "ik-nan-on-line",
       .sentence = "your output is not a number where a straight chain points at its goal: there is no axis "
                   "to turn about",
       .symptom = "the limb vanishes as it is stretched",
       .source = "(derived)",
       .answer = &nan_on_line},
  };
}

}  // namespace bindpose::conformance
