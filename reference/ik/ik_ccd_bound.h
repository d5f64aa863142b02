// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: cyclic coordinate descent with its bound. On Tracked each visit is a stage (reference/numeric/stages.h);
// whether a joint rotates is decided between stages, with the whole error.
#pragma once

#include "reference/ik/ik_ccd.h"
#include "reference/ik/shared/staged_chain.h"

namespace bindpose::ik {

inline void turn(StagedChain& p, std::size_t i, const Vec3<double>& g) {
  p.run([&]<class S>(Chain<S>& points) { turn<S>(points, i, g.cast<S>()); });
}
inline bool turns(const StagedChain& p, std::size_t i, const Vec3<double>& g) {
  return turns<Tracked>(p.points(), i, g.cast<Tracked>());
}

/// The chain after some iterations.
template <class T>
Chain<T> bounded_ccd(const Chain<double>& rest, const Vec3<double>& goal, int iterations, CcdOrder order) {
  if constexpr (std::is_same_v<T, Tracked>) {
    StagedChain p(rest);
    ik_ccd(p, goal, iterations, order);
    return p.points();
  } else {
    Chain<T> p = chain_on<T>(rest);
    ik_ccd(p, Vec3<T>(goal.cast<T>()), iterations, order);
    return p;
  }
}

}  // namespace bindpose::ik
