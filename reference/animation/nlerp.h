// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: normalised linear interpolation of rotations - slerp's short arc at a speed that varies.
//
// Formula.
//   q(t) = normalize((1 - t) q_0 + t s q_1),   s = -1 where q_0 . q_1 < 0, else +1
//
// Source. V. Houska, Animace na GPU, Charles University 2005, appendix A; J. Blow, Understanding slerp, then
// not using it, The Inner Product, 2004. Deviation: none.
//
// How far it is from slerp: over all arcs and parameters the rotations differ by at most 8.1491371924 degrees
// (the quaternions, seen as points of the sphere, by half of that: 4.0745685962). The greatest difference is
// at ends 180 degrees of rotation apart, the widest that a short arc can be, at t = (1 - sqrt(4 / pi - 1)) /
// 2 = 0.2386383996 and at 1 - t; on every arc there is one such pair of t, at which the speeds are equal. On
// arcs of 170, 120, 90 and 60 degrees the greatest difference is 6.758, 2.234, 0.919 and 0.267 degrees.
//
// Symbols.
//   q_0, q_1   unit quaternions (x, y, z, w), arrays "a" and "b" [N, 4]
//   t          parameter 0 .. 1, array "t" [N], one a row
//   q          array "values" [N, 4]; its sign is that of q_0's half of the sphere
//
// Requires. Arrays of equal shape (ARRAY_SHAPE), finite numbers (NOT_FINITE), quaternions of length 1 within
// 0.02 (NOT_UNIT), t in 0 .. 1 (PARAMETER_RANGE).
//
// Degenerate. On the short arc the sum is never shorter than about 0.7, so there is always a direction.
// Rotations 180 degrees apart (dot product 0) have two short arcs: the reference takes s = +1, an evaluation
// whose dot product rounds below 0 the other one, and both are right. The result is unit even where q_0 and
// q_1 are not quite.
#pragma once

#include "reference/numeric/transform.h"

namespace bindpose::animation {

/// q_0, q_1 as (x, y, z, w).
template <class T>
Vec4<T> nlerp(const Vec4<T>& q0, const Vec4<T>& q1, const T& t);

}  // namespace bindpose::animation
