// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for linear interpolation. Varied: the parameter (also outside 0 .. 1), the width, and
// the size of the numbers.
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::animation {
namespace {

using Numbers = std::vector<double>;

/// The same pair of rows at every parameter.
ArraySet question_of(const Numbers& a, const Numbers& b, const Numbers& t) {
  ArraySet question;
  question.add("a", {t.size(), a.size()}, numbers_of(std::vector(t.size(), a)));
  question.add("b", {t.size(), b.size()}, numbers_of(std::vector(t.size(), b)));
  question.add("t", {t.size()}, t);
  return question;
}

}  // namespace

void lerp_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "lerp");
  add("translation.sixteenths", "A translation at every sixteenth, both ends included.", question_of,
      Numbers{1, -2, 3.5}, Numbers{-4, 8, 3.75}, sixteenths());
  add("weights.width-7", "Seven morph weights per row: rows can have any width.", question_of,
      Numbers{0, 1, -1, 0.5, 1.5, 0.25, 0}, Numbers{1, 0, 1.5, -0.5, 1.5, 0.75, 0}, sixteenths());
  add("translation.outside", "Parameters below 0 and above 1 extrapolate.", question_of, Numbers{1, -2, 3},
      Numbers{2, 2, -5}, Numbers{-1, -0.25, 1.25, 3});
  add("translation.outside.clamped", "Parameters below 0 and above 1 are clamped.", question_of,
      Numbers{1, -2, 3}, Numbers{2, 2, -5}, Numbers{-1, -0.25, 0.5, 1.25, 3})
      .options = {{"range", "clamped"}};
  add("translation.unlike-sizes", "Ends of very different magnitude, where a + t (b - a) misses b.",
      question_of, Numbers{1048576, 0.25, -524288}, Numbers{0.5, -4194304, 524288.25}, sixteenths());
}

}  // namespace bindpose::conformance::animation
