// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the displacement of a vertex by one or several muscles.
//
// Formula. Muscle i moves a point p by d_i(p); G_i is the derivative of d_i there.
//   added               x' = x + sum_i d_i(x),  J = I + sum_i G_i(x),  n' = cof(J) n,  t' = J t
//   one-after-another   x, n, t become x + d_i(x), cof(I + G_i(x)) n, (I + G_i(x)) t, for i = 0, 1, ...
#pragma once

#include "reference/deform/shared/deformed_mesh.h"

namespace bindpose::face {

using deform::Vertex;

enum class Together { added, one_after_another };
inline const Choice<Together> togethers{
    .name = "together",
    .values = {{"added", Together::added}, {"one-after-another", Together::one_after_another}},
    .meaning = "whether each muscle acts on the vertex at rest, or as moved by the muscles before it"};

/// The pull of a muscle on a point.
template <class T>
struct Pull {
  Vec3<T> d = Vec3<T>::Zero();  ///< displacement, metres
  Mat3<T> G = Mat3<T>::Zero();  ///< its derivative
};

/// a b^T
template <class T>
Mat3<T> outer_product(const Vec3<T>& a, const Vec3<T>& b) {
  Mat3<T> product;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)
      product(r, c) = a[r] * b[c];
  return product;
}

template <class T>
Vertex<T> carried_by(const Vertex<T>& v, const Pull<T>& pull) {
  const Mat3<T> J = Mat3<T>::Identity() + pull.G;
  return {v.x + pull.d, cofactor(J) * v.n, J * v.t};
}

/// pull(i, p) -> Pull<T> of muscle i; muscles: their number.
template <class T, class PullOf>
Vertex<T> pulled(Vertex<T> v, std::size_t muscles, Together together, PullOf pull) {
  Pull<T> sum;
  for (std::size_t i = 0; i < muscles; ++i) {
    if (together == Together::one_after_another) {
      const Vertex<T> moved = carried_by<T>(v, pull(i, v.x));
      v = {stored_entries(moved.x), stored_entries(moved.n), stored_entries(moved.t)};
      continue;
    }
    const Pull<T> one = pull(i, v.x);
    sum.d += one.d;
    sum.G += one.G;
  }
  return together == Together::added ? carried_by(v, sum) : v;
}

}  // namespace bindpose::face
