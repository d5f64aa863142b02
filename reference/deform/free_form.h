// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Free-form deformation: the kernel. The page is reference/deform/free_form.md.
#pragma once

#include "reference/deform/shared/deformed_mesh.h"
#include "reference/numeric/bernstein.h"

namespace bindpose::deform {

enum class Outside { unchanged, polynomial };

/// A lattice of l + 1 by m + 1 by n + 1 points, the last index fastest.
template <class T>
struct Lattice {
  Vec3<T> X_0;                  ///< corner, metres
  std::array<Vec3<T>, 3> axes;  ///< S, T, U, metres
  std::array<int, 3> degrees;   ///< l, m, n
  std::vector<Vec3<T>> points;  ///< P_ijk, metres
};

/// sum_ijk a_i b_j c_k P_ijk
template <class T>
Vec3<T> weighed(const std::vector<T>& a, const std::vector<T>& b, const std::vector<T>& c,
                const std::vector<Vec3<T>>& P) {
  Vec3<T> sum = Vec3<T>::Zero();
  auto p = P.begin();
  for (const T& a_i : a)
    for (const T& b_j : b)
      for (const T& c_k : c)
        sum += a_i * b_j * c_k * *p++;
  return sum;
}

/// X = sum_ijk B_i(s) B_j(t) B_k(u) P_ijk, J = (X_s | X_t | X_u) (S | T | U)^-1.
template <class T>
Vertex<T> free_form(const Vertex<T>& v, const Lattice<T>& lattice, Outside outside, BasisForm form) {
  const auto& [S, T_, U] = lattice.axes;
  const auto& [l, m, n] = lattice.degrees;
  const std::array<Vec3<T>, 3> dual = {T_.cross(U), U.cross(S), S.cross(T_)};
  const T D = dual[0].dot(S);
  const auto in_lattice = [&](const Vec3<T>& d) -> Vec3<T> {
    return {dual[0].dot(d) / D, dual[1].dot(d) / D, dual[2].dot(d) / D};
  };
  const Vec3<T> s = stored_entries(in_lattice(v.x - lattice.X_0)), d = in_lattice(v.t);
  if (outside == Outside::unchanged)
    for (const T& coordinate : s)
      if (coordinate < T(0) || coordinate > T(1)) return v;
  const std::vector<T> a = bernstein(l, s[0], form), b = bernstein(m, s[1], form),
                       c = bernstein(n, s[2], form);
  const Vec3<T> X_s = stored_entries(weighed(bernstein_slopes(l, s[0], form), b, c, lattice.points));
  const Vec3<T> X_t = stored_entries(weighed(a, bernstein_slopes(m, s[1], form), c, lattice.points));
  const Vec3<T> X_u = stored_entries(weighed(a, b, bernstein_slopes(n, s[2], form), lattice.points));
  return {weighed(a, b, c, lattice.points),
          (X_t.cross(X_u) * S.dot(v.n) + X_u.cross(X_s) * T_.dot(v.n) + X_s.cross(X_t) * U.dot(v.n)) / D,
          X_s * d[0] + X_t * d[1] + X_u * d[2]};
}

}  // namespace bindpose::deform
