// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for step keyframes: times at keys, one float32 step away, and between keys that start
// after 0 and are unevenly spaced.
#include "conformance/cases/shared/many_keys.h"
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::animation {

void step_track_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "step_track");
  add("keys.numbers", "Each value holds from its key's time on, the last one forever.", numbers_question,
      Interpolation::step, uneven_keys(), std::vector<double>{1, 10, 3, -10, -5, 0});
  add("keys.beside", "Times a few microseconds and half a millisecond before and after each key.",
      numbers_beside_keys, Interpolation::step, uneven_keys(), std::vector<double>{1, 10, 3, -10, -5, 0});
  add("keys.many", "300 keys: more than 8, and more than a byte can count.", many_keys, Interpolation::step,
      300);
  add("keys.many-600", "600 keys.", many_keys, Interpolation::step, 600).golden = false;
  add("keys.twenty-rotations", "20 rotations: more than 8.", many_turns, Interpolation::step, 20).golden =
      false;
  add("keys.rotations", "Rotations are copied with their signs.", rotations_question, Interpolation::step,
      std::vector{rotation({1, 2, 3}, 10), rotation({1, 2, 3}, 190), rotation({1, 2, 3}, 350)});
  // Signs are written out, because Eigen's unary minus leaves zeros positive on processors with
  // AVX.
  add("keys.rotations-negated", "Rotations about other axes; the middle key is negated.", rotations_question,
      Interpolation::step,
      std::vector{rotation({3, -1, 2}, 70), rotation({1, 0, 2}, 130 + 360), rotation({0, 1, 1}, 20)});
  by(add("keys.rotations-1.01.kept-unit", "Keys 1 % too long or too short are normalized.",
         rotations_question, Interpolation::step,
         std::vector<Vec4<double>>{1.01 * rotation({1, 2, 3}, 10), 0.99 * rotation({3, 2, 1}, 80),
                                   rotation({1, 2, 3}, 350)}),
     {{"rotations", "kept-unit"}});
  add("keys.one-late", "A single late key holds before and after.", numbers_question, Interpolation::step,
      std::vector{1.0}, std::vector<double>{-4, 0.5, 8});
  add("keys.one", "A single key holds forever.", numbers_question, Interpolation::step, std::vector{0.5},
      std::vector<double>{1, 2, 3});
  change_question(
      add("keys.no-time", "Times that are NaN: the first key, regardless of earlier samples.",
          numbers_question, Interpolation::step, uneven_keys(), std::vector<double>{1, 10, 3, -10, -5, 0}),
      &at_no_time);
  change_question(
      add("keys.rotations-no-time", "Rotations at times that are NaN.", rotations_question,
          Interpolation::step,
          std::vector{rotation({1, 2, 3}, 10), rotation({1, 2, 3}, 190), rotation({1, 2, 3}, 350)}),
      &at_no_time);
}

}  // namespace bindpose::conformance::animation
