// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Loops of key poses: times before 0, the way from the last key back to the first, the period, the root.
#include "reference/animation/pose_loop.h"

#include <algorithm>
#include <cmath>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/interpolation.h"
#include "reference/model/groups.h"
#include "reference/model/surface.h"

namespace bindpose::conformance {
namespace {

bool is_loop(const Question& question) {
  return question.algorithm->id == "anim.pose-loop";
}

/// t mod P as C has it: below 0 where t is.
double remainder_of(const Question& question) {
  return std::fmod(question.arrays.find("t")->reals()[0], question.arrays.find("period")->reals()[0]);
}

/// Where the remainder stands before 0, the way from the last key to the first begins that much earlier.
Computed remainder_below_zero(const Question& question) {
  if (!is_loop(question)) return cannot_be_made();
  const Between at = between_loop_keys(question, remainder_of(question));
  return read_and(question, [&at](const Inputs<double>& in) -> Result<double> {
    const bindpose::animation::Segment<double> segment{at.from, at.to, at.u};
    const auto translations = translations_at(groups<3>(in, "translations"), segment);
    const auto rotations = rotations_at(groups<4>(in, "rotations"), segment);
    return {{to_result_array<double, 3>("translations", translations),
             rotation_array<double>("rotations", rotations)},
            {}};
  });
}

Changed with_time(const Question& question, double time) {
  return with_rows(question, {"t"}, 1, [time](double* t, std::size_t) { *t = time; });
}

Changed held_below_zero(const Question& question) {
  if (!is_loop(question) || remainder_of(question) >= 0) return std::nullopt;
  return with_time(question, question.arrays.find("times")->reals().front());
}

/// As a clip that is played once.
Changed held_at_both_ends(const Question& question) {
  if (!is_loop(question)) return std::nullopt;
  const Array::Reals& keys = question.arrays.find("times")->reals();
  return with_time(question, std::clamp(phase_in_loop(question), keys.front(), keys.back()));
}

/// Nothing where a key is later than that.
Changed period_of_4_seconds(const Question& question) {
  constexpr double fixed = 4;
  const Array* keys = question.arrays.find("times");
  if (keys == nullptr || !question.arrays.has("period") || keys->reals().back() >= fixed) return std::nullopt;
  return with_rows(question, {"period"}, 1, [](double* period, std::size_t) { *period = fixed; });
}

/// The first joint has its first key's pose at every key.
Changed root_still(const Question& question) {
  if (!question.arrays.has("period")) return std::nullopt;
  Question changed = question;
  for (const char* name : {"translations", "rotations"}) {
    const Shape& shape = question.arrays.find(name)->shape;
    const Array::Reals& given = question.arrays.find(name)->reals();
    const std::size_t width = shape[2];
    change_rows(changed.arrays, name, shape[1] * width,
                [&](double* key, std::size_t) { std::copy_n(given.begin(), width, key); });
  }
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(animation, pose_loop) {
  return {
      {.id = "loop-fmod",
       .sentence =
           "your output equals what one gets when the phase of a time below 0 is below 0, as the remainder "
           "of fmod and of % is; it is between 0 and the period",
       .symptom = "a clip that is played backwards overshoots",
       .source = "(derived)",
       .formula = &remainder_below_zero},
      {.id = "loop-fmod",
       .sentence =
           "your output equals what one gets when the phase of a time below 0 is below 0, as the remainder "
           "of fmod and of % is, and the first key holds there; it is between 0 and the period",
       .symptom = "a clip that is played backwards stands still",
       .source = "(derived)",
       .question = &held_below_zero},
      {.id = "loop-not-closed",
       .sentence =
           "your output equals what one gets when the last key's pose holds to the end of the period and the "
           "first key's before it; from the last key a way leads back to the first",
       .symptom = "the motion jumps where it begins anew",
       .source = "(derived)",
       .question = &held_at_both_ends},
      {.id = "loop-period-fixed",
       .sentence = "your output equals what one gets with a period of four seconds, whatever the period is",
       .symptom = "the loop drifts away from its music, or jumps where it begins again",
       .source = "(derived)",
       .question = &period_of_4_seconds},
      {.id = "loop-root-still",
       .sentence = "your output equals what one gets when the first joint keeps its first key's pose",
       .symptom = "the character walks on the spot, however its root is keyed",
       .source = "(derived)",
       .question = &root_still},
  };
}

}  // namespace bindpose::conformance
