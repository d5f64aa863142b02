// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of cubic spline keyframes. Varied: asymmetric tangents, unused ones, numbers and rotations, key
// spacing.
#include <cmath>

#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::animation {
namespace {

const std::vector<double> keys = {0.5, 0.75, 1.25};

/// Three keys of width 2: in-tangent, value, out-tangent, no two alike.
std::vector<double> numbers(double unused) {
  return {unused, -unused, 1, 10, 4, -3, -2, 5, 3, -10, 8, 20, 6, -7, -1, 0, -unused, unused};
}

/// A quarter turn and a further 60 degrees, with tangents, in one half of the sphere or with the middle key
/// flipped.
ArraySet rotations(double tangent, double middle_sign) {
  const double angles[] = {10, 100, 160};
  std::vector<double> values;
  for (std::size_t k = 0; k < keys.size(); ++k) {
    const double sign = k == 1 ? middle_sign : 1;
    const Vec4<double> q = sign * rotation({1, 2, 3}, angles[k]);
    const auto i = static_cast<double>(k);
    const Vec4<double> in = tangent * Vec4<double>(1 - i, 0.5, -0.25 * i, 0.125);
    const Vec4<double> out = tangent * Vec4<double>(0.25, i - 1, 0.5, -0.5);
    for (const Vec4<double>& row : {in, q, out})
      values.insert(values.end(), row.begin(), row.end());
  }
  return track_question(Interpolation::cubicspline, true, 4, keys, values, probing_times(keys));
}

}  // namespace

void cubicspline_track_cases(std::vector<Case>& cases) {
  const auto question_of = [](const std::vector<double>& values) {
    return track_question(Interpolation::cubicspline, false, 2, keys, values, probing_times(keys));
  };
  add_case(cases, "cubicspline_track", "keys.asymmetric",
           "Intervals of 1/4 and 1/2 second, no two tangents alike.",
           {"cubic-no-dt", "cubic-layout", "no-clamp-before-first", "end-returns-start"},
           [question_of] { return question_of(numbers(0)); });
  add_case(cases, "cubicspline_track", "keys.unused-tangents",
           "The first in-tangent and the last out-tangent hold garbage.", {"cubic-layout"},
           [question_of] { return question_of(numbers(1e6)); });
  add_case(cases, "cubicspline_track", "rotations.flat",
           "Turns with zero tangents: between keys the sum is shorter than 1.", {"cubic-quat-not-normalised"},
           [] { return rotations(0, 1); });
  add_case(cases, "cubicspline_track", "rotations.tangents", "Turns with tangents.",
           {"cubic-quat-not-normalised", "cubic-layout", "cubic-no-dt", "quat-wxyz"},
           [] { return rotations(1.5, 1); });
  add_case(cases, "cubicspline_track", "rotations.flipped",
           "A key of the other sign: a spline takes it as it is.", {}, [] { return rotations(1.5, -1); });
  add_case(cases, "cubicspline_track", "keys.one",
           "A single key holds for ever; both of its tangents are unused.", {"single-key"}, [] {
             return track_question(Interpolation::cubicspline, false, 2, {0.5}, {100, 200, 3, 4, 300, 400},
                                   probing_times({0.5}));
           });
}

}  // namespace bindpose::conformance::animation
