// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the weights of slerp with a bound that knows how little a wrong angle matters.
//
// Formula. The weights are w(s) = sin(s theta) / sin(theta), s = 1 - t and t. Interval arithmetic gives up on them at
// small angles; but |dw / dtheta| <= theta / 4 for 0 <= s <= 1 and theta <= pi / 2, and theta^2 changes by at most pi
// for a unit of cos(theta): an error of the cosine moves w by at most pi / 8 of it, however inaccurate theta itself
// becomes. |dw / ds| = theta cos(s theta) / sin(theta) <= pi / 2. On top come the roundings of the product, two sines
// and a quotient. A sine of a flushed angle is off by less than the square root of the smallest number.
//
// Both formulations have this bound: an arccosine takes the dot product of not quite unit quaternions for the cosine,
// which adds |q_0| |q_1| - 1 to the cosine's error.
#pragma once

#include <utility>

#include "reference/numeric/scalar.h"
#include "reference/numeric/transform.h"

namespace bindpose::animation {

enum class AngleForm;

/// w_0 and w_1, as slerp.h's arc_weights.
std::pair<Tracked, Tracked> arc_weights(const Vec4<Tracked>& q0, const Vec4<Tracked>& s_q1, const Tracked& t,
                                        AngleForm form);

}  // namespace bindpose::animation
