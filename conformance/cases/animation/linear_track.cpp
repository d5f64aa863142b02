// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of linear keyframes. Varied: numbers and rotations, signs, identical keys, one and two keys, late
// times.
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::animation {
namespace {

const std::vector<double> keys = {0.5, 0.75, 1.25};

ArraySet rotations(const std::vector<double>& degrees, const std::vector<double>& signs) {
  std::vector<double> values;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const Vec4<double> q = signs[k] * rotation({1, 2, 3}, degrees[k]);
    values.insert(values.end(), q.begin(), q.end());
  }
  return track_question(Interpolation::linear, true, 4, keys, values, probing_times(keys));
}

}  // namespace

void linear_track_cases(std::vector<Case>& cases) {
  add_case(cases, "linear_track", "keys.numbers",
           "Keys neither at 0 nor evenly spaced, times on, beside and between them.",
           {"no-clamp-before-first", "end-returns-start", "linear-as-step", "key-search"}, [] {
             return track_question(Interpolation::linear, false, 3, keys, {1, 10, 0, 3, -10, 0.5, -5, 0, 2},
                                   probing_times(keys));
           });
  add_case(cases, "linear_track", "keys.rotations", "Turns of 70 and 130 degrees at constant speed.",
           {"nlerp-instead-of-slerp", "quat-wxyz"}, [] {
             return rotations({10, 80, 210}, {1, 1, 1});
           });
  add_case(cases, "linear_track", "keys.rotations-flipped",
           "The middle key with the other sign: the path is the same.", {"slerp-long-path"}, [] {
             return rotations({10, 40, 100}, {1, -1, 1});
           });
  add_case(cases, "linear_track", "keys.rotations-equal", "Equal keys, one of opposite sign.",
           {"slerp-nan", "lerp-fallback-no-sign"}, [] {
             return rotations({40, 40, 40}, {1, 1, -1});
           });
  add_case(cases, "linear_track", "keys.one", "A single key holds for ever.", {"single-key"}, [] {
    return track_question(Interpolation::linear, false, 3, {0.5}, {1, 2, 3}, probing_times({0.5}));
  });
  add_case(cases, "linear_track", "keys.late",
           "Keys half an hour in, 1/32 s apart: times must be subtracted before dividing.", {"key-search"},
           [] {
             const std::vector<double> late = {1800, 1800.03125, 1800.0625};
             return track_question(Interpolation::linear, false, 2, late, {1, 10, 3, -10, -5, 0},
                                   probing_times(late));
           });
}

}  // namespace bindpose::conformance::animation
