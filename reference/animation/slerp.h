// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: spherical linear interpolation of rotations - at constant speed on the short arc.
//
// Formula.
//   q(t) = w_0 q_0 + w_1 s q_1,   s = -1 where q_0 . q_1 < 0, else +1
//   w_0 = sin((1 - t) theta) / sin(theta),   w_1 = sin(t theta) / sin(theta)
//   theta, 0 .. pi / 2, is the angle between q_0 and s q_1; the rotation between them turns by 2 theta.
// The formulations are one result with the angle computed in different ways:
//   half-angle    theta = 2 atan2(|s q_1 - q_0|, |s q_1 + q_0|)
//   arccosine     theta = acos(min(s q_0 . q_1, 1))
// The half-angle formula is accurate at every angle; the arccosine loses half of the digits of a small theta,
// which costs the result nothing: d w / d theta vanishes with theta.
//
// Source. K. Shoemake, Animating rotation with quaternion curves, SIGGRAPH 1985, section 3.3; glTF 2.0,
// appendix C.4. The half-angle formula: W. Kahan, How futile are mindless assessments of roundoff in
// floating-point computation?, 2006, section 12. Deviation: s is +1 where the dot product is 0, where glTF's
// d / |d| has no value.
//
// Symbols.
//   q_0, q_1   unit quaternions (x, y, z, w), arrays "a" and "b" [N, 4]
//   t          parameter 0 .. 1, array "t" [N], one a row
//   q          array "values" [N, 4]; its sign is that of q_0's half of the sphere
//
// Requires. Arrays of equal shape (ARRAY_SHAPE), finite numbers (NOT_FINITE), quaternions of length 1 within
// 0.02 (NOT_UNIT), t in 0 .. 1 (PARAMETER_RANGE).
//
// Degenerate. theta = 0 has w_0 = 1 - t, w_1 = t, the limit: equal ends, of equal or opposite sign, give q_0.
// Rotations 180 degrees apart (dot product 0) have two short arcs: the reference takes s = +1, an evaluation
// whose dot product rounds below 0 the other one, and both are right. The result of unit ends is unit and not
// renormalised; ends that are not quite unit give a result that is not quite unit.
#pragma once

#include "reference/numeric/transform.h"

namespace bindpose::animation {

enum class AngleForm { half_angle, arccosine };

/// q_0, q_1 as (x, y, z, w).
template <class T>
Vec4<T> slerp(const Vec4<T>& q0, const Vec4<T>& q1, const T& t, AngleForm form = AngleForm::half_angle);

}  // namespace bindpose::animation
