// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// FABRIK: the kernel. The page is reference/ik/ik_fabrik.md.
#pragma once

#include "reference/ik/shared/chain.h"

namespace bindpose::ik {

/// The point at the distance d from q towards p, metres.
template <class S>
Vec3<S> pull(const Vec3<S>& q, const S& d, const Vec3<S>& p) {
  const S lambda = d / norm_of<S>(difference<S>(p, q));
  return q + lambda * (p - q);
}

/// Pulls p to distance d from q; if p = q, along u, the bone at rest.
template <class S>
Vec3<S> pull(const Vec3<S>& q, const S& d, const Vec3<S>& p, const std::type_identity_t<Vec3<S>>& u) {
  const Vec3<S> apart = difference<S>(p, q);
  return pull<S>(q, d, apart.dot(apart) > S(0) ? p : Vec3<S>(q + u));
}

/// p: the chain, at first as `rest` [#joints]; d: its bone lengths; g: the goal; too_far: D > outer.
template <class P, class Lengths, class Rest, class Point>
void ik_fabrik(P& p, const Lengths& d, const Rest& rest, const Point& g, bool too_far, int iterations) {
  const std::size_t end = rest.size() - 1;
  for (int k = 0; k < iterations && !too_far; ++k) {
    p[end] = g;
    for (std::size_t i = end; i-- > 0;)
      p[i] = pull(p[i + 1], d[i], p[i], rest[i] - rest[i + 1]);
    p[0] = rest[0];
    for (std::size_t i = 0; i < end; ++i)
      p[i + 1] = pull(p[i], d[i], p[i + 1], rest[i + 1] - rest[i]);
  }
  for (std::size_t i = 0; i < end && too_far && iterations > 0; ++i)
    p[i + 1] = pull(p[i], d[i], g, rest[i + 1] - rest[i]);
}

}  // namespace bindpose::ik
