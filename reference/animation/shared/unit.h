// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: normalises the sums of interpolations.
#pragma once

#include <vector>

#include "reference/numeric/transform.h"

namespace bindpose::animation {

/// q / |q|; zero if |q| is 0.
template <class T>
Vec4<T> normalized(const Vec4<T>& q) {
  using std::sqrt;
  const T norm = sqrt(q.dot(q));
  if (norm == T(0)) return Vec4<T>::Zero();
  return q / norm;
}

/// The numbers of a rotation, as a track holds them.
template <class T>
std::vector<T> row_of(const Vec4<T>& q) {
  return {q[0], q[1], q[2], q[3]};
}

}  // namespace bindpose::animation
