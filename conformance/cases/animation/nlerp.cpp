// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of normalised linear interpolation. Varied: the angle and the signs.
#include "conformance/cases/shared/pose_case.h"

namespace bindpose::conformance::animation {
namespace {

ArraySet sweep(double degrees, double sign_a, double sign_b) {
  const Vec3<double> axis(1, 2, 3);
  const std::vector<double> t = sixteenths();
  return rotation_rows(std::vector<Vec4<double>>(t.size(), sign_a * rotation(axis, 20)),
                       std::vector<Vec4<double>>(t.size(), sign_b * rotation(axis, 20 + degrees)), t);
}

}  // namespace

void nlerp_cases(std::vector<Case>& cases) {
  add_case(cases, "nlerp", "turn.60", "A plain turn.", {"output-wxyz"}, [] { return sweep(60, 1, 1); });
  add_case(cases, "nlerp", "turn.170", "A wide turn: without normalising, the middle is 0.74 long.",
           {"lerp-unnormalised"}, [] { return sweep(170, 1, 1); });
  add_case(cases, "nlerp", "turn.30-flipped", "Ends of opposite sign, 30 degrees apart.", {"nlerp-no-sign"},
           [] { return sweep(30, 1, -1); });
  add_case(cases, "nlerp", "turn.170-both-flipped", "Both ends negated.", {"lerp-unnormalised"},
           [] { return sweep(170, -1, -1); });
  add_case(cases, "nlerp", "identical.flipped",
           "Equal rotations of opposite sign: without the sign their sum vanishes.", {"nlerp-no-sign"},
           [] { return sweep(0, 1, -1); });
}

}  // namespace bindpose::conformance::animation
