// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: damped least squares with its bound. On Tracked the solution f and each joint's turn are stages
// (reference/numeric/stages.h). The stages' numbers are the joints, then f and the end's position at the start of
// the iteration, which all turns share.
#pragma once

#include "reference/ik/ik_dls.h"
#include "reference/ik/shared/staged_chain.h"

namespace bindpose::ik {

/// The chain after some iterations; damping in metres.
template <class T>
Chain<T> bounded_dls(const Chain<double>& rest, const Vec3<double>& goal, double damping, int iterations) {
  Chain<T> p = chain_on<T>(rest);
  for (int k = 0; k < iterations; ++k)
    dls_iteration<T>(p, goal.cast<T>(), T(damping));
  return p;
}
template <>
Chain<Tracked> bounded_dls(const Chain<double>& rest, const Vec3<double>& goal, double damping,
                           int iterations);

}  // namespace bindpose::ik
