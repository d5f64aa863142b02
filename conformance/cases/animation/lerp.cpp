// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of linear interpolation. Varied: the parameter, also outside 0 .. 1, the width, and the numbers'
// sizes.
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::animation {
namespace {

/// One pair of rows at every parameter.
ArraySet question_of(const std::vector<double>& a, const std::vector<double>& b,
                     const std::vector<double>& t) {
  Array::Reals from, to;
  for (std::size_t i = 0; i < t.size(); ++i) {
    from.insert(from.end(), a.begin(), a.end());
    to.insert(to.end(), b.begin(), b.end());
  }
  ArraySet question;
  question.add("a", {t.size(), a.size()}, std::move(from));
  question.add("b", {t.size(), b.size()}, std::move(to));
  question.add("t", {t.size()}, t);
  return question;
}

}  // namespace

void lerp_cases(std::vector<Case>& cases) {
  add_case(cases, "lerp", "translation.sixteenths", "A translation at every sixteenth, the ends included.",
           {"linear-as-step"}, [] {
             return question_of({1, -2, 3.5}, {-4, 8, 3.75}, sixteenths());
           });
  add_case(cases, "lerp", "weights.width-7", "Seven morph weights at once: rows are as wide as they are.",
           {"joint-stride"}, [] {
             return question_of({0, 1, -1, 0.5, 1.5, 0.25, 0}, {1, 0, 1.5, -0.5, 1.5, 0.75, 0}, sixteenths());
           });
  add_case(cases, "lerp", "translation.outside", "Parameters below 0 and above 1 extrapolate.", {}, [] {
    return question_of({1, -2, 3}, {2, 2, -5}, {-1, -0.25, 1.25, 3});
  });
  add_case(cases, "lerp", "translation.unlike-sizes",
           "Ends of very different size, where a + t (b - a) misses b.", {}, [] {
             return question_of({1048576, 0.25, -524288}, {0.5, -4194304, 524288.25}, sixteenths());
           });
}

}  // namespace bindpose::conformance::animation
