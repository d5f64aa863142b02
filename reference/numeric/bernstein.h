// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: Bernstein polynomials of degree l on 0 .. 1 and beyond, and their slopes.
//
// Source. G. Farin, Curves and Surfaces for CAGD, 5th ed. 2002, sections 5.1 and 5.3.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/numeric/stored.h"

namespace bindpose {

enum class BasisForm { powers, recurrence };

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

}  // namespace bindpose
