// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for cubic spline keyframes. Varied: asymmetric and unused tangents, numbers and
// rotations, key spacing.

#include "conformance/cases/shared/many_keys.h"
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::animation {
namespace {

using Numbers = std::vector<double>;

/// Three keys of width 2: in-tangent, value, out-tangent. No two numbers are equal.
Numbers numbers(double unused) {
  return {unused, -unused, 1, 10, 4, -3, -2, 5, 3, -10, 8, 20, 6, -7, -1, 0, -unused, unused};
}

/// Rotations by 90 and then 60 degrees, with tangents. lengths: of the quaternions; negative for the other
/// sign.
ArraySet turns(double tangent, const Numbers& lengths) {
  const double angles[] = {10, 100, 160};
  std::vector<Vec4<double>> rows;
  for (std::size_t k = 0; k < 3; ++k) {
    const auto i = static_cast<double>(k);
    rows.emplace_back(tangent * Vec4<double>(1 - i, 0.5, -0.25 * i, 0.125));
    rows.emplace_back(lengths[k] * rotation({1, 2, 3}, angles[k]));
    rows.emplace_back(tangent * Vec4<double>(0.25, i - 1, 0.5, -0.5));
  }
  return rotations_question(Interpolation::cubicspline, rows);
}

/// A rotation, its negative, and the rotation again, without tangents: halfway, the sum is 0.
ArraySet through_nothing() {
  std::vector<Vec4<double>> rows;
  for (const double sign : {1, -1, 1}) {
    rows.emplace_back(Vec4<double>::Zero());
    rows.emplace_back(sign * rotation({1, 2, 3}, 75));
    rows.emplace_back(Vec4<double>::Zero());
  }
  return rotations_question(Interpolation::cubicspline, rows);
}

}  // namespace

void cubicspline_track_cases(std::vector<Case>& cases) {
  constexpr Interpolation cubic = Interpolation::cubicspline;
  const Numbers as_they_are = {1, 1, 1}, flipped = {1, -1, 1};
  const PoseCases add(cases, "cubicspline_track");
  add("keys.asymmetric", "Intervals of 1/4 and 1/2 second; all tangents differ.", numbers_question, cubic,
      uneven_keys(), numbers(0));
  add("keys.beside", "Times a few microseconds and half a millisecond before and after each key.",
      numbers_beside_keys, cubic, uneven_keys(), numbers(0));
  add("keys.unused-tangents", "The first in-tangent and the last out-tangent hold garbage.", numbers_question,
      cubic, uneven_keys(), numbers(1e6));
  add("keys.many", "300 keys: more than 8, and more than a byte can count.", many_keys, cubic, 300);
  add("keys.many-600", "600 keys.", many_keys, cubic, 600).golden = false;
  add("keys.twenty", "20 keys: more than 8.", many_keys, cubic, 20).golden = false;
  add("rotations.flat", "Zero tangents: between keys the blended quaternion is shorter than 1.", turns, 0,
      as_they_are);
  add("rotations.tangents", "Rotations with tangents.", turns, 1.5, as_they_are);
  add("rotations.flipped", "A key with the opposite sign: a spline does not correct it.", turns, 1.5,
      flipped);
  add("rotations.flipped-steep", "A key with the opposite sign, and steep, reversed tangents.", turns, -4,
      flipped)
      .golden = false;
  add("rotations.short-and-long", "Quaternions of length 0.985 and 1.015: only the result is normalised.",
      turns, 0.5, Numbers{0.985, 1.015, 0.985});
  add("rotations.long-and-short", "Quaternions of length 1.015 and 0.985, with steeper tangents.", turns, 1.5,
      Numbers{1.015, 0.985, 1.015});
  add("rotations.through-nothing",
      "Equal rotations of opposite signs: halfway, the blended quaternion is zero.", through_nothing);
  add("keys.one", "A single key holds forever; both of its tangents are unused.", numbers_question, cubic,
      Numbers{0.5}, Numbers{100, 200, 3, 4, 300, 400});
  change_question(add("keys.no-time", "Times that are NaN: the first key, regardless of earlier samples.",
                      numbers_question, cubic, uneven_keys(), numbers(0)),
                  &at_no_time);
  change_question(add("rotations.no-time", "Rotations at times that are NaN.", turns, 1.5, as_they_are),
                  &at_no_time);
}

}  // namespace bindpose::conformance::animation
