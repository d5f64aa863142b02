// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Loops of key poses: times before 0, and the way from the last key back to the first.
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
  };
}

}  // namespace bindpose::conformance
