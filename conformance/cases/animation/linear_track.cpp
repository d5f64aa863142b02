// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for linear keyframes. Varied: numbers and rotations, signs, identical keys, the number
// of keys, late times.
#include <fmt/format.h>

#include "conformance/cases/shared/many_keys.h"
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::animation {
namespace {

ArraySet turns(const std::vector<double>& degrees, const std::vector<double>& signs) {
  std::vector<Vec4<double>> keys;
  for (std::size_t k = 0; k < degrees.size(); ++k)
    keys.push_back(signs[k] * rotation({1, 2, 3}, degrees[k]));
  return rotations_question(Interpolation::linear, keys);
}

/// Key rotations whose quaternions are 1 % too long, which is within the tolerance.
ArraySet long_turns(const std::vector<double>& degrees) {
  return turns(degrees, std::vector<double>(degrees.size(), 1.01));
}

/// Steps from 0.01 to 172 degrees, and a step of 190 degrees, for which the other direction is
/// shorter.
ArraySet steps() {
  std::vector<Vec4<double>> keys;
  for (const double angle : {10.0, 10.01, 10.4, 13.0, 25.0, 197.0, 387.0})
    keys.push_back(rotation({1, 2, 3}, angle));
  return rotations_question_at(Interpolation::linear, {0.5, 0.75, 1.25, 1.5, 2, 2.75, 3.25}, keys);
}

}  // namespace

void linear_track_cases(std::vector<Case>& cases) {
  using Numbers = std::vector<double>;
  const PoseCases add(cases, "linear_track");
  add("keys.numbers", "Keys start after 0 and are unevenly spaced; times on, near and between them.",
      numbers_question, Interpolation::linear, uneven_keys(), Numbers{1, 10, 0, 3, -10, 0.5, -5, 0, 2});
  add("keys.many", "300 keys: more than 8, and more than a byte can count.", many_keys, Interpolation::linear,
      300);
  add("keys.many-65537", "More keys than 16 bits can count.", many_keys, Interpolation::linear, 65537)
      .golden = false;
  add("keys.twenty-rotations", "20 rotations: more than 8.", many_turns, Interpolation::linear, 20);
  add("keys.rotations", "Rotations by 70 and 130 degrees at constant speed.", turns, Numbers{10, 80, 210},
      Numbers{1, 1, 1});
  add("keys.rotations.nlerp", "Rotations by 70 and 130 degrees with nlerp.", turns, Numbers{10, 80, 210},
      Numbers{1, 1, 1})
      .options = {{"rotation_interpolation", "nlerp"}};
  add("keys.rotations-1.01.nlerp", "Keys 1 % too long: nlerp normalizes everywhere, also on keys.",
      long_turns, Numbers{10, 80, 210})
      .options = {{"rotation_interpolation", "nlerp"}};
  add("keys.rotations-1.01.nlerp-wide", "Keys 1 % too long, with wider rotations: nlerp normalizes.",
      long_turns, Numbers{0, 150, 20})
      .options = {{"rotation_interpolation", "nlerp"}};
  by(add("keys.rotations-1.01.kept-unit", "Keys 1 % too long are normalized, then interpolated.", long_turns,
         Numbers{10, 80, 210}),
     {{"rotations", "kept-unit"}});
  for (const char* close : {"nlerp-above-0.95", "nlerp-above-0.999", "nlerp-above-0.9995"})
    for (const double first : {30.0, 5.0, 3.6})
      by(add(fmt::format("keys.rotations-{}.{}", first, close),
             "A small rotation, then one of 100 degrees that never takes nlerp.", turns,
             Numbers{10, 10 + first, 110 + first}, Numbers{1, 1, 1}),
         {{"rotation_interpolation", close}});
  add("keys.rotations-flipped", "The middle key has the opposite sign: the path is the same.", turns,
      Numbers{10, 40, 100}, Numbers{1, -1, 1});
  add("keys.rotations-equal", "Equal keys, one with the opposite sign.", turns, Numbers{40, 40, 40},
      Numbers{1, 1, -1});
  add("keys.rotations-half", "Rotations by 180.06 and 179.94 degrees: one goes back, one goes on.", turns,
      Numbers{20, 200.057, 380}, Numbers{1, 1, 1})
      .golden = false;
  add("keys.rotations-steps", "Rotations by 0.01 to 172 degrees at constant speed.", steps);
  add("keys.rotations-steps.nlerp", "Rotations by 0.01 to 172 degrees with nlerp.", steps).options = {
      {"rotation_interpolation", "nlerp"}};
  add("keys.beside", "Times a few microseconds and half a millisecond before and after each key.",
      numbers_beside_keys, Interpolation::linear, uneven_keys(), Numbers{1, 10, 0, 3, -10, 0.5, -5, 0, 2});
  add("keys.one", "A single key holds forever.", numbers_question, Interpolation::linear, Numbers{0.5},
      Numbers{1, 2, 3});
  add("keys.one-late", "A single late key holds before and after.", numbers_question, Interpolation::linear,
      Numbers{1}, Numbers{-4, 0.5, 8});
  add("keys.an-hour", "Keys after one hour, 1/64 s apart.", numbers_question, Interpolation::linear,
      Numbers{3600, 3600.015625, 3600.03125}, Numbers{2, -8, 4, 6, -3, 1});
  add("keys.late", "Keys after 30 minutes, 1/32 s apart: subtract times before dividing.", numbers_question,
      Interpolation::linear, Numbers{1800, 1800.03125, 1800.0625}, Numbers{1, 10, 3, -10, -5, 0});
  change_question(
      add("keys.no-time", "Times that are NaN: the first key, regardless of earlier samples.",
          numbers_question, Interpolation::linear, uneven_keys(), Numbers{1, 10, 0, 3, -10, 0.5, -5, 0, 2}),
      &at_no_time);
  change_question(add("keys.rotations-no-time", "Rotations at times that are NaN.", turns,
                      Numbers{10, 80, 210}, Numbers{1, 1, 1}),
                  &at_no_time);
}

}  // namespace bindpose::conformance::animation
