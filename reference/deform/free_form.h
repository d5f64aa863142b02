// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Free-form deformation: the kernel. The page is reference/deform/free_form.md.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "reference/deform/shared/deformed_mesh.h"

namespace bindpose::deform {

enum class BasisForm { powers, recurrence };
enum class Outside { unchanged, polynomial };

/// A lattice of l + 1 by m + 1 by n + 1 points, the last index fastest.
template <class T>
struct Lattice {
  Vec3<T> X_0;                  ///< corner, metres
  std::array<Vec3<T>, 3> axes;  ///< S, T, U, metres
  std::array<int, 3> degrees;   ///< l, m, n
  std::vector<Vec3<T>> points;  ///< P_ijk, metres
};

/// B_i(d, s) = (1 - s) B_i(d - 1, s) + s B_i-1(d - 1, s), d = 1 .. l.
template <class T>
std::vector<T> by_recurrence(int l, const T& s, const T& r) {
  std::vector<T> B{T(1)};
  for (std::size_t d = 1; d <= static_cast<std::size_t>(l); ++d) {
    B.push_back(s * B[d - 1]);
    for (std::size_t i = d - 1; i > 0; --i)
      B[i] = r * B[i] + s * B[i - 1];
    B[0] = r * B[0];
  }
  return B;
}

/// B_i(l, s) = (l over i) s^i (1 - s)^(l - i), i = 0 .. l.
template <class T>
std::vector<T> bernstein(int l, const T& s, BasisForm form) {
  const T r = stored(T(T(1) - s));
  if (form == BasisForm::recurrence) return by_recurrence(l, s, r);
  std::vector<T> B;
  double binomial = 1;
  for (int i = 0; i <= l; ++i) {
    T product = T(binomial);
    for (int p = 0; p < l; ++p)
      product *= p < i ? s : r;
    B.push_back(product);
    binomial = binomial * (l - i) / (i + 1);
  }
  return B;
}

/// B' = l (B_i-1(l - 1, s) - B_i(l - 1, s)).
template <class T>
std::vector<T> bernstein_slopes(int l, const T& s, BasisForm form) {
  const std::vector<T> B = bernstein(l - 1, s, form);
  std::vector<T> slopes;
  for (std::size_t i = 0; i <= B.size(); ++i)
    slopes.push_back(T(l) * ((i > 0 ? B[i - 1] : T(0)) - (i < B.size() ? B[i] : T(0))));
  return slopes;
}

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
