// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: inverse kinematics by damped least squares - all joints turn at once, no more than the damping lets
// them.
//
// Formula. Every joint but the end is a ball joint, turned by a rotation vector w_i (axis times angle). An
// iteration, with r_i = p_(J-1) - p_i and e = g - p_(J-1):
//   J = [J_0 .. J_(J-2)],   J_i w = w x r_i             how the end moves
//   minimise |J w - e|^2 + lambda^2 |w|^2,   hence   w = J^T f,   (J J^T + lambda^2 I) f = e
//   J J^T = sum_i (|r_i|^2 I - r_i r_i^T),   w_i = r_i x f
//   p_(k+1) <- p_k + exp(w_0) .. exp(w_k) (p_(k+1) - p_k)     all of the right side from before the iteration
// As many iterations are made as the question says; there is no tolerance at which they stop.
//
// Source. C. W. Wampler, Manipulator inverse kinematic solutions based on vector formulations and damped
// least-squares methods, IEEE Transactions on Systems, Man and Cybernetics 16(1), 1986; Y. Nakamura and
// H. Hanafusa, Inverse kinematic solutions with singularity robustness for robot manipulator control, ASME
// Journal of Dynamic Systems, Measurement and Control 108(3), 1986; in the form of S. R. Buss, Introduction
// to inverse kinematics with Jacobian transpose, pseudoinverse and damped least squares methods, 2004,
// section 6, equation 11, with J_i of section 2. Deviations: the damping is given and constant, e is not
// clamped.
//
// Symbols.
//   p_i        joints, array "rest" [N, J, 3], from root to end effector, metres; array "positions" when
//   answered g          goal, array "goals" [N, 3], metres lambda     array "damping" [1], metres iterations
//   array [1] of integers w_i, exp   rotation vector in world axes, radians, and the rotation by it arrays
//   "residual" [N] = |p_(J-1) - g| of the answered joints, metres; "reachable" [N], 1 where the goal's
//   distance from the root is at most the sum of the bones and no longest bone is too long for the others to
//   fold back, else 0; "nearest" [N, 3]: the goal, or where it is out of reach the nearest point to it
//
// Requires. At least two joints (ARRAY_SHAPE), finite numbers (NOT_FINITE), bones longer than 2^-60 metres
// (ZERO_BONE), 0 .. 100 iterations, a damping above 0 (PARAMETER_RANGE).
//
// Degenerate. A straight chain is singular only without damping; with it, no joint turns towards a goal on
// the chain's own line, and the chain never leaves it. e = 0 turns nothing. A damping that is small beside
// the chain makes float32 lose the directions in which J J^T is singular, and the bound says so. A goal out
// of reach is approached; the end comes near "nearest" as the chain straightens, but is not put there: the
// residual says how far it got. No iterations answer the rest pose.
#pragma once

#include "reference/ik/shared/ik_chain.h"

namespace bindpose::ik {

/// The chain after some iterations.
template <class T>
Chain<T> ik_dls(const Chain<double>& rest, const Vec3<double>& goal, double damping, int iterations);

/// f with (J J^T + lambda^2 I) f = e for the chain's joints.
template <class T>
Vec3<T> damped_pull(const Chain<T>& p, const Vec3<T>& goal, const T& damping);

}  // namespace bindpose::ik
