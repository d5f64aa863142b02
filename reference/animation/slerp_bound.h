// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the weights of slerp with a bound that uses their small dependence on the angle.
//
// Formula. The weights are w(s) = sin(s theta) / sin(theta), s = 1 - t and t. Interval arithmetic has no bound for
// them at small angles; but |dw / dtheta| <= theta / 4 for 0 <= s <= 1 and theta <= pi / 2, and theta^2 changes by
// at most pi for a unit of cos(theta): an error of the cosine changes w by at most pi / 8 of that error, even if
// theta itself is inaccurate. |dw / ds| = theta cos(s theta) / sin(theta) <= pi / 2. The roundings of the product,
// two sines and a quotient are added. A sine of a flushed angle is off by less than the square root of the
// smallest number.
//
// On the arc as given theta may be up to pi. Beyond pi / 2, with c = cos(theta), the numerator of dw / dtheta = (s
// cos(s theta) sin(theta) - sin(s theta) cos(theta)) / sin(theta)^2 is at most 1 (Cauchy: its two factors (s sin,
// -cos) and (cos, sin) have lengths of at most 1), so |dw / dtheta| <= 1 / sin(theta)^2, |dw / dc| <= 1 /
// sin(theta)^3 and |dw / ds| <= pi / sin(theta), |w| <= 1 / sin(theta). All grow with theta: the bound takes them
// at the largest angle within the errors, and is infinite if this angle reaches pi. The rounding of s theta moves
// its sine by at most pi ulp.
//
// Both formulations have this bound: an arccosine takes the dot product of not quite unit quaternions for the
// cosine, which adds |q_0| |q_1| - 1 to the cosine's error.
#pragma once

#include <utility>

#include "reference/numeric/scalar.h"
#include "reference/numeric/transform.h"

namespace bindpose::animation {

enum class AngleForm;

/// w_0 and w_1, as arc_weights() in slerp.h.
std::pair<Tracked, Tracked> arc_weights(const Vec4<Tracked>& q0, const Vec4<Tracked>& s_q1, const Tracked& t,
                                        AngleForm form);

}  // namespace bindpose::animation
