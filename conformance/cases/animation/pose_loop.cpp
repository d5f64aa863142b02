// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for looped key poses: the course's elbow at 0, 30, 60 and 90 degrees with even and
// uneven times, before, at and after the end of the period; other periods, a moving shoulder, and
// many keys.
#include <algorithm>

#include <fmt/format.h>

#include "conformance/cases/shared/many_keys.h"
#include "conformance/cases/shared/pose_case.h"
#include "reference/model/rows.h"

namespace bindpose::conformance::animation {
namespace {

/// A fixed shoulder, and an elbow that rotates by `step` degrees from key to key and slides along
/// its bone. The third key has the sign `third`.
ArraySet elbow_by(double step, const std::vector<double>& times, double t, double third) {
  std::vector<Vec3<double>> translations;
  std::vector<Vec4<double>> rotations;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const auto i = static_cast<double>(k);
    translations.insert(translations.end(), {{0.5, 1.25, -0.75}, {2 + 0.125 * i, 0.25 * i, -0.5}});
    rotations.push_back(rotation({1, 2, 3}, 20));
    rotations.push_back((k == 2 ? third : 1) * rotation({0, 0.6, 0.8}, step * i));
  }
  ArraySet question;
  question.add("times", {times.size()}, times).add("period", {1}, Array::Reals{4});
  question.add("translations", {times.size(), 2, 3}, numbers_of(translations));
  question.add("rotations", {times.size(), 2, 4}, numbers_of(rotations));
  question.add("t", {1}, Array::Reals{to_float32(t)});
  return question;
}

/// The elbow with another period, under a shoulder that rotates and moves from key to key.
ArraySet swinging_arm(double period, const std::vector<double>& times, double t) {
  ArraySet question = elbow_by(30, times, t, 1);
  *reals_of(question, "period") = {period};
  Array::Reals &translations = *reals_of(question, "translations"),
               &rotations = *reals_of(question, "rotations");
  for (std::size_t k = 0; k < times.size(); ++k) {
    const auto i = static_cast<double>(k);
    const Vec3<double> moved(0.5 - 0.25 * i, 1.25 + 0.5 * i, -0.75 + 0.125 * i * i);
    const Vec4<double> turned = rotation({1, 2, 3}, 20 + 25 * i);
    std::copy(moved.begin(), moved.end(), &translations[2 * 3 * k]);
    std::copy(turned.begin(), turned.end(), &rotations[2 * 4 * k]);
  }
  return question;
}

/// A joint that rotates and moves through many keys. The period is one second longer than the last
/// key's time.
ArraySet many_poses(std::size_t count, std::size_t interval) {
  const std::vector<double> times = many_times(count), numbers = many_numbers(3 * count);
  ArraySet question;
  question.add("times", {count}, times).add("period", {1}, Array::Reals{times.back() + 1});
  question.add("translations", {count, 1, 3}, numbers);
  question.add("rotations", {count, 1, 4}, numbers_of(many_rotations(count)));
  question.add("t", {1}, Array::Reals{moment_behind(times, interval)});
  return question;
}

/// The course's elbow: 30 degrees per key.
ArraySet elbow(const std::vector<double>& times, double t, double third) {
  return elbow_by(30, times, t, third);
}

}  // namespace

void pose_loop_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "pose_loop");
  const std::vector<double> even = {0, 1, 2, 3}, uneven = {0.5, 0.75, 1.25, 2.5};
  for (const double t : {1.25, 3.5, 9.25})
    add(fmt::format("elbow.even-{}ms", 1000 * t),
        "The course's elbow, one second per key: between keys, after the last key, two periods later.", elbow,
        even, t, 1);
  for (const double t : {0.25, 1.0, 3.25})
    add(fmt::format("elbow.uneven-{}ms", 1000 * t),
        "Uneven keys, the first one late: the last-to-first interval crosses the period's end.", elbow,
        uneven, t, 1);
  for (const double t : {0.25, 3.25})
    add(fmt::format("elbow.uneven-{}ms.holds", 1000 * t),
        "Before the first key its pose holds; the last-to-first interval ends with the period.", elbow,
        uneven, t, 1)
        .options = {{"before_first_key", "holds"}};
  for (const double t : {4.0, 12.0})
    add(fmt::format("elbow.uneven-{}ms", 1000 * t), "At the end of a period the next one begins.", elbow,
        uneven, t, 1);
  add("elbow.even-8000ms", "Two whole periods later: the first key again.", elbow, even, 8.0, 1);
  add("elbow.minus-1625ms", "A time before 0 that falls between keys.", elbow, uneven, -1.625, 1);
  add("elbow.one-key", "A single key pose holds at all times.", elbow, std::vector{0.5}, 1.25, 1);
  add("elbow.flipped", "A key with the opposite sign: the elbow still takes the short arc.", elbow, even,
      1.75, -1);
  add("joint.keys-300", "300 key poses: more than 8, and more than a byte can count.", many_poses, 300, 280);
  add("joint.keys-20", "20 key poses: more than 8.", many_poses, 20, 12).golden = false;
  for (const int step : {1, 12, 178})
    for (const double t : {1.125, 3.25})
      add(fmt::format("elbow.step-{}-{}ms", step, 1000 * t),
          "Small and large rotations from key to key: constant speed along each.", elbow_by,
          static_cast<double>(step), uneven, t, 1);
  for (const double beside : {-5e-4, 4e-6, 5e-4})
    add(fmt::format("elbow.beside-{}us", 1e6 * beside),
        "A time a few microseconds, or half a millisecond, from a key.", elbow_by, 178.0, uneven,
        1.25 + beside, 1);
  add("elbow.negative-t", "A time before 0 counts back from the end of the period.", elbow, uneven, -1.5, 1);
  for (const double t : {-7.625, -2.875})
    add(fmt::format("arm.period-5000ms-minus-{}ms", -1000 * t),
        "Times before 0 with a period of 5 s, one and two periods back.", swinging_arm, 5.0, uneven, t);
  for (const double period : {3.5, 5.0})
    for (const double t : {1.125, 3.25, 11.125})
      add(fmt::format("arm.period-{}ms-{}ms", 1000 * period, 1000 * t),
          "A rotating, moving shoulder and another period: between keys, after the last, periods later.",
          swinging_arm, period, uneven, t);
}

}  // namespace bindpose::conformance::animation
