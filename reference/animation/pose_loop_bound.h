// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how well float32 knows where a time lies within a period.
//
// Formula. A float32 subject finds the phase as t - P floor(t / P): the product and the difference are rounded at the
// size of t and P, so the phase is off by up to 2 u (|t| + P), and the parameter of a segment of s seconds by that
// over s. A time within the first period is its own phase, exactly.
#pragma once

#include <cmath>
#include <vector>

#include "reference/animation/pose_loop.h"

namespace bindpose::animation {

/// Widens the bound of u; scalars without bounds stay as they are.
template <class T>
void allow_for_phase(Segment<T>&, const std::vector<double>&, double, double) {}
inline void allow_for_phase(Segment<Tracked>& at, const std::vector<double>& t_k, double P, double t) {
  if (phase_of(t, P) == t) return;
  const double error = 2 * Tracked::precision().unit * (std::fabs(t) + P);
  const double s = at.to > at.from ? t_k[at.to] - t_k[at.from] : P - t_k[at.from] + t_k[0];
  at.u = Tracked::uncertain(at.u.value(), at.u.error() + error / s);
}

}  // namespace bindpose::animation
