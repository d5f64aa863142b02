// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of step keyframes: times on, one float32 step off and between keys that are neither 0 nor evenly
// spaced.
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::animation {
namespace {

const std::vector<double> keys = {0.5, 0.75, 1.25};

ArraySet rotations() {
  std::vector<double> values;
  for (const double degrees : {10.0, 190.0, 350.0}) {
    const Vec4<double> q = rotation({1, 2, 3}, degrees);
    values.insert(values.end(), q.begin(), q.end());
  }
  return track_question(Interpolation::step, true, 4, keys, values, probing_times(keys));
}

}  // namespace

void step_track_cases(std::vector<Case>& cases) {
  add_case(cases, "step_track", "keys.numbers",
           "The new value holds from its key's own time on, the last one for ever.",
           {"step-as-linear", "no-clamp-before-first", "end-returns-start"}, [] {
             return track_question(Interpolation::step, false, 2, keys, {1, 10, 3, -10, -5, 0},
                                   probing_times(keys));
           });
  add_case(cases, "step_track", "keys.rotations", "Rotations are copied, with the signs they have.",
           {"step-as-linear", "quat-wxyz"}, &rotations);
  add_case(cases, "step_track", "keys.one", "A single key holds for ever.",
           {"single-key", "no-clamp-before-first"}, [] {
             return track_question(Interpolation::step, false, 3, {0.5}, {1, 2, 3}, probing_times({0.5}));
           });
}

}  // namespace bindpose::conformance::animation
