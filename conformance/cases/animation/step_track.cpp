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
  add("keys.numbers", "The new value holds from its key's own time on, the last one for ever.",
      numbers_question, Interpolation::step, uneven_keys(), std::vector<double>{1, 10, 3, -10, -5, 0});
  add("keys.beside", "Times a few microseconds and half a millisecond before and after each key.",
      numbers_beside_keys, Interpolation::step, uneven_keys(), std::vector<double>{1, 10, 3, -10, -5, 0});
  add("keys.many", "Three hundred keys: past the eighth, past what a byte counts.", many_keys,
      Interpolation::step, 300);
  add("keys.many-600", "Twice as many.", many_keys, Interpolation::step, 600).golden = false;
  add("keys.twenty-rotations", "Twenty rotations: past the eighth.", many_turns, Interpolation::step, 20)
      .golden = false;
  add("keys.rotations", "Rotations are copied, with the signs they have.", rotations_question,
      Interpolation::step,
      std::vector{rotation({1, 2, 3}, 10), rotation({1, 2, 3}, 190), rotation({1, 2, 3}, 350)});
  // Signs are written out, because Eigen's unary minus leaves zeros positive on processors with
  // AVX.
  add("keys.rotations-negated", "The same about another axis, every other key negated.", rotations_question,
      Interpolation::step,
      std::vector{rotation({3, -1, 2}, 70), rotation({1, 0, 2}, 130 + 360), rotation({0, 1, 1}, 20)});
  by(add("keys.rotations-1.01.kept-unit", "Keys a hundredth too long are made unit.", rotations_question,
         Interpolation::step,
         std::vector<Vec4<double>>{1.01 * rotation({1, 2, 3}, 10), 0.99 * rotation({3, 2, 1}, 80),
                                   rotation({1, 2, 3}, 350)}),
     {{"rotations", "kept-unit"}});
  add("keys.one-late", "A single key late in the track holds before and after.", numbers_question,
      Interpolation::step, std::vector{1.0}, std::vector<double>{-4, 0.5, 8});
  add("keys.one", "A single key holds for ever.", numbers_question, Interpolation::step, std::vector{0.5},
      std::vector<double>{1, 2, 3});
  change_question(
      add("keys.no-time", "Times that are not numbers: the first key, whatever was sampled before.",
          numbers_question, Interpolation::step, uneven_keys(), std::vector<double>{1, 10, 3, -10, -5, 0}),
      &at_no_time);
  change_question(
      add("keys.rotations-no-time", "The same of rotations.", rotations_question, Interpolation::step,
          std::vector{rotation({1, 2, 3}, 10), rotation({1, 2, 3}, 190), rotation({1, 2, 3}, 350)}),
      &at_no_time);
}

}  // namespace bindpose::conformance::animation
