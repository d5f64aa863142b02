// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the error of a time's phase within a period, in float32.
//
// Formula. A float32 subject finds the phase as t - P floor(t / P): the product and the difference are rounded at
// the size of t and P, so the phase is off by up to 2 u (|t| + P). This error divided by s is the error of the
// parameter of a segment of s seconds. A time within the first period equals its phase exactly.
#pragma once

#include "reference/animation/pose_loop.h"

namespace bindpose::animation {

/// The keys around a time, with a wider bound for Tracked.
template <class T>
Segment<T> bounded_segment(const std::vector<double>& t_k, double P, double t, BeforeFirstKey before) {
  return segment_at<T>(t_k, P, phase_of(t, P), before);
}
template <>
inline Segment<Tracked> bounded_segment(const std::vector<double>& t_k, double P, double t,
                                        BeforeFirstKey before) {
  Segment<Tracked> at = segment_at<Tracked>(t_k, P, phase_of(t, P), before);
  if (phase_of(t, P) == t || at.from == at.to) return at;
  const double error = 2 * Tracked::precision().unit * (std::fabs(t) + P);
  const double s = at.to > at.from ? t_k[at.to] - t_k[at.from]
                                   : P - t_k[at.from] + (before == BeforeFirstKey::holds ? 0 : t_k[0]);
  at.u = Tracked::uncertain(at.u.value(), at.u.error() + error / s);
  return at;
}

}  // namespace bindpose::animation
