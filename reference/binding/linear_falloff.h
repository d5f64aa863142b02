// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear falloff: the kernel. The page is reference/binding/linear_falloff.md.
#pragma once

#include <cstddef>
#include <span>

#include "reference/binding/shared/unit_range.h"

namespace bindpose::binding {

/// Positions of a chain's joints along its axis.
template <class T>
struct Chain {
  Vec3<T> p_0, a;      ///< origin, metres; direction, unit
  std::vector<T> s_j;  ///< [#joints], metres
};

/// p: pivots [#joints], at least one. A single joint has no direction.
template <class T>
Chain<T> chain_of(const std::vector<Vec3<T>>& p) {
  if (p.size() == 1) return {p[0], Vec3<T>::Zero(), {T(0)}};
  const Vec3<T> along = p.back() - p[0];
  Chain<T> chain{p[0], Vec3<T>(along / norm_of(along)), {}};
  for (const Vec3<T>& p_j : p)
    chain.s_j.push_back(chain.a.dot(Vec3<T>(p_j - p[0])));
  return chain;
}

/// ramp(s, j): the share of the weight at s beyond joint j, before clamping to 0 .. 1. w: [#joints].
template <class T, class Ramp>
void linear_falloff(const Chain<T>& chain, const Vec3<T>& x, Ramp ramp, std::span<T> w) {
  const T s = chain.a.dot(Vec3<T>(x - chain.p_0));
  T before(1);
  for (std::size_t j = 0; j + 1 < w.size(); ++j) {
    const T u = in_unit_range<T>(ramp(s, j));
    w[j] = before - u;
    before = u;
  }
  w.back() = before;
}

}  // namespace bindpose::binding
