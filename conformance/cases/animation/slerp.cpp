// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for spherical linear interpolation. Varied: the signs, and angles from 0 to slightly
// below and above 180 degrees.
#include <fmt/format.h>

#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::animation {
namespace {

/// Unit quaternions. For many of them, the float32 dot product with itself exceeds 1.
ArraySet identical(double sign) {
  std::vector<Vec4<double>> a, b;
  std::vector<double> t;
  for (int i = 0; i < 40; ++i) {
    a.push_back(rotation({1, 0.3 * i - 4, 2.5 - 0.1 * i}, 7 + 9.3 * i));
    b.push_back(sign * a.back());
    t.push_back((i % 17) / 16.0);
  }
  return rotation_rows(a, b, t);
}

/// Every second end is the negative of its start; the others are 100 degrees apart.
ArraySet every_other_opposite() {
  std::vector<Vec4<double>> a, b;
  std::vector<double> t;
  for (int i = 0; i < 20; ++i) {
    const Vec3<double> axis(1, 0.3 * i - 4, 2.5 - 0.1 * i);
    a.push_back(rotation(axis, 7 + 9.3 * i));
    b.push_back(i % 2 == 0 ? Vec4<double>(-a.back()) : rotation(axis, 107 + 9.3 * i));
    t.push_back((i % 17) / 16.0);
  }
  return rotation_rows(a, b, t);
}

}  // namespace

void slerp_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "slerp");
  add("turn.120", "A plain wide rotation at constant speed.", rotation_sweep, 120, 1, 1);
  add("turn.30-flipped", "Ends of opposite sign, 30 degrees apart: the short arc is not 330 degrees.",
      rotation_sweep, 30, 1, -1);
  add("turn.30-both-flipped", "Both ends negated: the path does not change.", rotation_sweep, 30, -1, -1);
  add("turn.half-degree-flipped",
      "Nearly equal ends of opposite sign: a shortcut must also correct the sign.", rotation_sweep, 0.5, 1,
      -1);
  add("turn.3", "Close rotations, where some engines use nlerp: float32 rounding hides its error of 2e-7.",
      rotation_sweep, 3, 1, 1);
  add("turn.tenth-degree", "Ends so close that a shortcut may use the midpoint everywhere.", rotation_sweep,
      0.1, 1, 1);
  for (const double degrees : {0.01, 1.0, 12.0})
    add(fmt::format("turn.{}", degrees),
        "Angles near common shortcut thresholds, sampled beyond the midpoint.", rotation_sweep, degrees, 1,
        1);
  for (const double degrees : {3.6, 5.0})
    add(fmt::format("turn.{}", degrees),
        "Just inside the angle where a dot product of 0.9995 or 0.999 switches to nlerp.", rotation_sweep,
        degrees, 1, 1);
  add("turn.178", "Almost half a turn, between ends of opposite sign.", rotation_sweep, 178, 1, -1);
  add("turn.190", "More than half a turn: the short arc goes back.", rotation_sweep, 190, 1, 1);
  // Dot products of 5e-4 and -5e-4.
  for (const double sign : {1.0, -1.0}) {
    const char* const flipped = sign < 0 ? "-flipped" : "";
    add(fmt::format("turn.179.94{}", flipped),
        "Just below half a turn: the sign of a dot product near 0 selects the short arc.", rotation_sweep,
        179.943, 1, sign)
        .golden = sign > 0;
    add(fmt::format("turn.180.06{}", flipped), "Just above half a turn: the short arc goes back.",
        rotation_sweep, 180.057, 1, sign)
        .golden = sign > 0;
  }
  add("turn.170", "A very wide rotation, where nlerp is off by 6.8 degrees.", rotation_sweep, 170, 1, 1);
  by(add("turn.30-flipped.as-given", "The long arc, as the signs require.", rotation_sweep, 30, 1, -1),
     {{"arc", "as-given"}});
  by(add("identical.flipped.as-given", "Between q and -q all arcs are equally long: no defined result.",
         every_other_opposite),
     {{"arc", "as-given"}});
  for (const double degrees : {3.6, 5.0, 30.0})
    for (const char* close : {"nlerp-above-0.95", "nlerp-above-0.999", "nlerp-above-0.9995"})
      by(add(fmt::format("turn.{}.{}", degrees, close),
             "Rotations inside or outside the threshold for nlerp.", rotation_sweep, degrees, 1, 1),
         {{"close_rotations", close}});
  add("identical.plain", "Equal ends: no acos of more than 1, no division by sin 0.", identical, 1);
  add("identical.flipped", "Equal rotations of opposite sign give the first end.", identical, -1);
}

}  // namespace bindpose::conformance::animation
