// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of looped key poses: the course's elbow at 0, 30, 60 and 90 degrees, evenly and unevenly timed,
// before, on and after the end of the period.
#include <fmt/format.h>

#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::animation {
namespace {

/// A still shoulder and an elbow that also slides along its bone. The third key has the other sign if asked
/// for.
ArraySet elbow(const std::vector<double>& times, double period, double t, bool flipped) {
  Array::Reals translations, rotations;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const auto i = static_cast<double>(k);
    translations.insert(translations.end(), {0.5, 1.25, -0.75, 2 + 0.125 * i, 0.25 * i, -0.5});
    const Vec4<double> shoulder = rotation({1, 2, 3}, 20);
    const Vec4<double> turn = (flipped && k == 2 ? -1.0 : 1.0) * rotation({0, 0.6, 0.8}, 30 * i);
    rotations.insert(rotations.end(), shoulder.begin(), shoulder.end());
    rotations.insert(rotations.end(), turn.begin(), turn.end());
  }
  ArraySet question;
  question.add("times", {times.size()}, times).add("period", {1}, Array::Reals{period});
  question.add("translations", {times.size(), 2, 3}, std::move(translations));
  question.add("rotations", {times.size(), 2, 4}, std::move(rotations));
  question.add("t", {1}, Array::Reals{t});
  return question;
}

}  // namespace

void pose_loop_cases(std::vector<Case>& cases) {
  const std::vector<double> even = {0, 1, 2, 3}, uneven = {0.5, 0.75, 1.25, 2.5};
  for (const double t : {1.25, 3.5, 9.25})
    add_case(
        cases, "pose_loop", fmt::format("elbow.even-{}ms", 1000 * t),
        "The course's elbow, a second per key: within, on the way back to the first key, two periods later.",
        {t < 3 ? DefectId("time-zero") : DefectId("end-returns-start")},
        [even, t] { return elbow(even, 4, t, false); });
  for (const double t : {0.25, 1.0, 3.25})
    add_case(cases, "pose_loop", fmt::format("elbow.uneven-{}ms", 1000 * t),
             "Uneven keys, the first one late: the way from last to first crosses the end of the period.",
             {t < 0.5   ? DefectId("no-clamp-before-first")
              : t < 2.5 ? DefectId("time-zero")
                        : DefectId("end-returns-start")},
             [uneven, t] { return elbow(uneven, 4, t, false); });
  add_case(cases, "pose_loop", "elbow.flipped",
           "A key of the other sign: the elbow takes the short way all the same.", {"slerp-long-path"},
           [even] { return elbow(even, 4, 1.75, true); });
  add_case(cases, "pose_loop", "elbow.negative-t", "A time before 0 counts back from the end of the period.",
           {}, [uneven] { return elbow(uneven, 4, -1.5, false); });
}

}  // namespace bindpose::conformance::animation
