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
  add("keys.numbers", "Keys neither at 0 nor evenly spaced; times on, near and between them.",
      numbers_question, Interpolation::linear, uneven_keys(), Numbers{1, 10, 0, 3, -10, 0.5, -5, 0, 2});
  add("keys.many", "Three hundred keys: past the eighth, past what a byte counts.", many_keys,
      Interpolation::linear, 300);
  add("keys.many-65537", "More keys than 16 bits can count.", many_keys, Interpolation::linear, 65537)
      .golden = false;
  add("keys.twenty-rotations", "Twenty rotations: past the eighth.", many_turns, Interpolation::linear, 20);
  add("keys.rotations", "Turns of 70 and 130 degrees at constant speed.", turns, Numbers{10, 80, 210},
      Numbers{1, 1, 1});
  add("keys.rotations.nlerp", "The same turns by normalized linear interpolation.", turns,
      Numbers{10, 80, 210}, Numbers{1, 1, 1})
      .options = {{"rotation_interpolation", "nlerp"}};
  add("keys.rotations-1.01.nlerp", "Keys a hundredth too long: nlerp normalizes everywhere, also on keys.",
      long_turns, Numbers{10, 80, 210})
      .options = {{"rotation_interpolation", "nlerp"}};
  add("keys.rotations-1.01.nlerp-wide", "The same of wider turns.", long_turns, Numbers{0, 150, 20})
      .options = {{"rotation_interpolation", "nlerp"}};
  by(add("keys.rotations-1.01.kept-unit", "Keys a hundredth too long are made unit, and then interpolated.",
         long_turns, Numbers{10, 80, 210}),
     {{"rotations", "kept-unit"}});
  for (const char* close : {"nlerp-above-0.95", "nlerp-above-0.999", "nlerp-above-0.9995"})
    for (const double first : {30.0, 5.0, 3.6})
      by(add(fmt::format("keys.rotations-{}.{}", first, close),
             "A turn, and one of 100 degrees, which is never by nlerp.", turns,
             Numbers{10, 10 + first, 110 + first}, Numbers{1, 1, 1}),
         {{"rotation_interpolation", close}});
  add("keys.rotations-flipped", "The middle key with the other sign: the path is the same.", turns,
      Numbers{10, 40, 100}, Numbers{1, -1, 1});
  add("keys.rotations-equal", "Equal keys, one of opposite sign.", turns, Numbers{40, 40, 40},
      Numbers{1, 1, -1});
  add("keys.rotations-half", "Turns hardly more and hardly less than half a turn: one back, one on.", turns,
      Numbers{20, 200.057, 380}, Numbers{1, 1, 1})
      .golden = false;
  add("keys.rotations-steps", "Turns from a hundredth of a degree to almost half a turn at constant speed.",
      steps);
  add("keys.rotations-steps.nlerp", "The same turns by normalized linear interpolation.", steps).options = {
      {"rotation_interpolation", "nlerp"}};
  add("keys.beside", "Times a few microseconds and half a millisecond before and after each key.",
      numbers_beside_keys, Interpolation::linear, uneven_keys(), Numbers{1, 10, 0, 3, -10, 0.5, -5, 0, 2});
  add("keys.one", "A single key holds for ever.", numbers_question, Interpolation::linear, Numbers{0.5},
      Numbers{1, 2, 3});
  add("keys.one-late", "A single key late in the track holds before and after.", numbers_question,
      Interpolation::linear, Numbers{1}, Numbers{-4, 0.5, 8});
  add("keys.an-hour", "Keys an hour in, 1/64 s apart.", numbers_question, Interpolation::linear,
      Numbers{3600, 3600.015625, 3600.03125}, Numbers{2, -8, 4, 6, -3, 1});
  add("keys.late", "Keys half an hour in, 1/32 s apart: times must be subtracted before dividing.",
      numbers_question, Interpolation::linear, Numbers{1800, 1800.03125, 1800.0625},
      Numbers{1, 10, 3, -10, -5, 0});
  change_question(
      add("keys.no-time", "Times that are not numbers: the first key, whatever was sampled before.",
          numbers_question, Interpolation::linear, uneven_keys(), Numbers{1, 10, 0, 3, -10, 0.5, -5, 0, 2}),
      &at_no_time);
  change_question(
      add("keys.rotations-no-time", "The same of rotations.", turns, Numbers{10, 80, 210}, Numbers{1, 1, 1}),
      &at_no_time);
}

}  // namespace bindpose::conformance::animation
