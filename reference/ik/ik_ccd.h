// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Cyclic coordinate descent: the kernel. The page is reference/ik/ik_ccd.md.
#pragma once

#include "reference/ik/shared/chain.h"
#include "reference/model/declaration.h"

namespace bindpose::ik {

enum class CcdOrder { tip_to_root, root_to_tip };
extern const Choice<CcdOrder> ccd_orders;

/// p_k <- p_i + R (p_k - p_i) for k > i, R the shortest rotation from a's direction to b's.
template <class S>
void turn(Chain<S>& p, std::size_t i, const Vec3<S>& g) {
  const Vec3<S> a = difference<S>(p.back(), p[i]);
  const Vec3<S> b = difference<S>(g, p[i]);
  const S lengths = norm_of<S>(a) * norm_of<S>(b);
  const S c = stored(S(a.dot(b) / lengths));
  const Vec3<S> v = stored_entries(Vec3<S>(a.cross(b) / lengths));
  for (std::size_t k = i + 1; k < p.size(); ++k) {
    const Vec3<S> y = difference<S>(p[k], p[i]);
    const S along = v.dot(y) / (S(1) + c);
    const Vec3<S> Ry = c * y + v.cross(y) + along * v;
    p[k] = p[i] + Ry;
  }
}

/// True if joint i rotates: end and goal are not at the joint, and the goal is not exactly opposite to the end.
template <class S>
bool turns(const Chain<S>& p, std::size_t i, const Vec3<S>& g) {
  const Vec3<S> a = difference<S>(p.back(), p[i]);
  const Vec3<S> b = difference<S>(g, p[i]);
  if (!(a.dot(a) > S(0)) || !(b.dot(b) > S(0))) return false;
  if (!(to_double(S(a.dot(b))) < 0)) return true;  // only an opposite goal needs a x b
  const Vec3<S> v = a.cross(b);
  return v.dot(v) > S(0);
}

/// p: the chain [#joints], which begins at rest; g: the goal.
template <class P, class Point>
void ik_ccd(P& p, const Point& g, int iterations, CcdOrder order) {
  const std::size_t end = p.size() - 1;
  for (int k = 0; k < iterations; ++k)
    for (std::size_t n = 0; n < end; ++n) {
      const std::size_t i = order == CcdOrder::tip_to_root ? end - 1 - n : n;
      if (turns(p, i, g)) turn(p, i, g);
    }
}

}  // namespace bindpose::ik
