// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the last step of interpolations whose sums are not of length 1.
#pragma once

#include "reference/numeric/transform.h"

namespace bindpose::animation {

/// q / |q|; zero where |q| is 0.
template <class T>
Vec4<T> normalized(const Vec4<T>& q) {
  using std::sqrt;
  const T norm = sqrt(q.dot(q));
  if (norm == T(0)) return Vec4<T>::Zero();
  return q / norm;
}

}  // namespace bindpose::animation
