// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: inverse kinematics by FABRIK - bones are pulled after the goal, then back after the root.
//
// Formula. pull(q, d, p) is the point at the distance d from q towards p: q + (d / |p - q|) (p - q).
// A goal that is not too far, |g - p_0| <= sum d_i: an iteration is
//   p_(J-1) <- g,   p_i <- pull(p_(i+1), d_i, p_i)         for i = J - 2 .. 0      after the goal
//   p_0 <- root,    p_(i+1) <- pull(p_i, d_i, p_(i+1))     for i = 0 .. J - 2      after the root
// A goal that is too far: the chain is straightened towards it, p_(i+1) <- pull(p_i, d_i, g) for i = 0 .. J
// - 2. As many iterations are made as the question says; there is no tolerance at which they stop.
//
// Source. A. Aristidou and J. Lasenby, FABRIK: a fast, iterative solver for the inverse kinematics problem,
// Graphical Models 73(5), 2011, algorithm 1. pull(q, d, p) is its (1 - lambda) q + lambda p with lambda = d /
// |p - q|. Deviations: a fixed number of iterations, what happens where two joints coincide, and no
// iterations leave even a goal that is too far alone.
//
// Symbols.
//   p_i        joints, array "rest" [N, J, 3], from root to end effector, metres; array "positions" when
//   answered d_i        bone lengths |p_(i+1) - p_i| of the rest chain, metres g, root    goal, array "goals"
//   [N, 3], and p_0 of the rest chain, metres iterations array [1] of integers arrays "residual" [N] =
//   |p_(J-1) - g| of the answered joints, metres; "reachable" [N], 1 where the goal's distance from the root
//   is at most the sum of the bones and no longest bone is too long for the others to fold back, else 0;
//   "nearest" [N, 3]: the goal, or where it is out of reach the nearest point to it
//
// Requires. At least two joints (ARRAY_SHAPE), finite numbers (NOT_FINITE), bones longer than 2^-60 metres
// (ZERO_BONE), 0 .. 100 iterations (PARAMETER_RANGE).
//
// Degenerate. Where the two joints of a bone coincide (the goal exactly on a joint, for example), pull has no
// direction: the bone keeps that of the rest chain. A straight chain whose goal is on its own line never
// leaves the line; its joints fold over each other there, and the residual says what that came to. A goal at
// exactly full reach is decided either way by float32, and either answer is right; iterations approach it
// slowly. A goal that is too near (a bone longer than the others and the distance together) is iterated like
// any other and gets as near as "nearest" allows. No iterations answer the rest pose.
#pragma once

#include "reference/ik/shared/ik_chain.h"

namespace bindpose::ik {

/// The chain after some iterations. too_far: the goal is out of the chain's greatest reach.
template <class T>
Chain<T> ik_fabrik(const Chain<double>& rest, const Vec3<double>& goal, bool too_far, int iterations);

}  // namespace bindpose::ik
