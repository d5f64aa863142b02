// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Looped key poses: a period that is not read, and a root that does not take part.
#include <algorithm>

#include "conformance/defects/shared/change.h"

namespace bindpose::conformance {
namespace {

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
      {.id = "loop-period-fixed",
       .sentence = "your output equals what one gets with a period of four seconds, whatever the period is",
       .symptom = "the loop drifts away from its music, or jumps where it begins again",
       .source = "(derived)",
       .question = &period_of_4_seconds},
      {.id = "loop-root-still",
       .sentence = "your output equals what one gets when the first joint keeps its first key's pose",
       .symptom = "the character walks on the spot, however its root is keyed",
       .source = "(derived)",
       .question = &root_still}};
}

}  // namespace bindpose::conformance
