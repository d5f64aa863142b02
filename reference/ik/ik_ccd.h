// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: inverse kinematics by cyclic coordinate descent - one joint after the other points the end at the
// goal.
//
// Formula. An iteration visits every joint but the end once, i = J - 2 .. 0 (from the tip to the root):
//   a = p_(J-1) - p_i,   b = g - p_i
//   R = the shortest rotation that takes a's direction to b's:
//       c = a . b / (|a| |b|),   v = a x b / (|a| |b|)
//       R y = c y + v x y + v (v . y) / (1 + c)
//   p_k <- p_i + R (p_k - p_i)   for k > i
// As many iterations are made as the question says; there is no tolerance at which they stop.
//
// Source. L.-C. T. Wang and C. C. Chen, A combined optimization method for solving the inverse kinematics
// problem of mechanical manipulators, IEEE Transactions on Robotics and Automation 7(4), 1991, section III,
// for ball joints and a goal position. The rotation: T. Moeller and J. F. Hughes, Efficiently building a
// matrix to rotate one vector to another, Journal of Graphics Tools 4(4), 1999, equation 3. Deviations: no
// joint limits, no weights, a fixed number of iterations. The option `order` is the order of the visits; some
// implementations go from the root to the tip, which converges to another pose.
//
// Symbols.
//   p_i        joints, array "rest" [N, J, 3], from root to end effector, metres; array "positions" when
//   answered g          goal, array "goals" [N, 3], metres iterations array [1] of integers a, b, R direction
//   to the end and to the goal from the joint that is turned, its turn arrays "residual" [N] = |p_(J-1) - g|
//   of the answered joints, metres; "reachable" [N], 1 where the goal's distance from the root is at most the
//   sum of the bones and no longest bone is too long for the others to fold back, else 0; "nearest" [N, 3]:
//   the goal, or where it is out of reach the nearest point to it
//
// Requires. At least two joints (ARRAY_SHAPE), finite numbers (NOT_FINITE), bones longer than 2^-60 metres
// (ZERO_BONE), 0 .. 100 iterations (PARAMETER_RANGE).
//
// Degenerate. A joint is not turned where the end or the goal lies on it, nor where the goal is exactly
// behind it (a x b = 0, a . b < 0): a straight chain whose goal is on its own line never leaves that line.
// Just beside that, within some 10^-3 of half a turn, float32 does not decide about which axis is turned, and
// what follows is not judged. A goal out of reach is approached; the end comes near "nearest" as the chain
// straightens, but is not put there: the residual says how far it got. No iterations answer the rest pose. A
// rotation through an arccosine of c is not within the bound: it loses half of the digits of small turns.
#pragma once

#include "reference/ik/shared/ik_chain.h"

namespace bindpose::ik {

enum class CcdOrder { tip_to_root, root_to_tip };

/// The chain after some iterations.
template <class T>
Chain<T> ik_ccd(const Chain<double>& rest, const Vec3<double>& goal, int iterations, CcdOrder order);

}  // namespace bindpose::ik
