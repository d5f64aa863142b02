// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: inverse kinematics of two bones in closed form - the elbow bends towards a pole.
//
// Formula. Root a, elbow b, end c of the rest chain; l_1 = |b - a|, l_2 = |c - b|.
//   n  = (g - a) / |g - a|
//   d  = min(max(|g - a|, |l_1 - l_2|), l_1 + l_2)        as far as the end gets
//   x  = (l_1^2 - l_2^2 + d^2) / (2 d)                    the law of cosines: l_1 times the cosine at the
//   root h  = sqrt(max(l_1^2 - x^2, 0))                        how far the elbow is off the line m  = u /
//   |u|,   u = k - (k . n) n                     the pole's side of the line b' = a + x n + h m,   c' = a + d
//   n
// k is, by the option `pole`, the pole seen from the root, k - a of a point, or a direction as it is.
//
// Source. The law of cosines (Euclid, Elements II.12 and 13); as an analytic solution of two bones with a
// free swivel angle: D. Tolani, A. Goswami and N. I. Badler, Real-time inverse kinematics techniques for
// anthropomorphic limbs, Graphical Models 62(5), 2000, section 3. Deviations: the pole instead of their
// angle, and no arccosine.
//
// Symbols.
//   a, b, c    joints, array "rest" [N, 3, 3], metres; a, b', c' in array "positions" [N, 3, 3] when answered
//   g          goal, array "goals" [N, 3], metres
//   k          pole, array "poles" [N, 3], metres
//   n, m, d    unit direction to the goal, unit direction of the bend, distance of the end from the root
//   arrays "residual" [N] = |c' - g|, metres; "reachable" [N], 1 where |l_1 - l_2| <= |g - a| <= l_1 + l_2,
//   else 0; "nearest" [N, 3]: the goal, or where it is out of reach the nearest point to it, which is c'
//
// Requires. Three joints (ARRAY_SHAPE), finite numbers (NOT_FINITE), bones longer than 2^-60 metres
// (ZERO_BONE).
//
// Degenerate. Out of reach the bones are straight (or folded) on the line to the goal. There, and at exactly
// full reach, h is the root of a difference that float32 only knows to be about 0: the elbow may be off the
// line by some 10^-3 of a bone, the end not. A goal on the root has no direction (GOAL_AT_ROOT), a pole on
// the line through root and goal no side (POLE_ON_LINE): positions and residual are undefined. The rest pose
// matters through its root and its bone lengths only.
#pragma once

#include "reference/ik/shared/ik_chain.h"

namespace bindpose::ik {

/// rest: three joints. pole: k, seen from the root.
template <class T>
Solved<T> ik_two_bone(const Chain<double>& rest, const Vec3<double>& goal, const Vec3<T>& pole);

}  // namespace bindpose::ik
