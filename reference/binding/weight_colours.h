// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Weights as colours: the kernel. The page is reference/binding/weight_colours.md.
#pragma once

#include "reference/binding/shared/joint_weights.h"

namespace bindpose::binding {

/// h_j: the binary digits of j after the point, the last digit first.
inline double hue_of(std::size_t j) {
  double h = 0;
  for (double digit = 0.5; j != 0; j /= 2, digit /= 2)
    h += static_cast<double>(j % 2) * digit;
  return h;
}

/// c_j of a hue, exact.
inline Vec3<double> colour_of(double h) {
  const Vec3<double> c(std::fabs(6 * h - 3) - 1, 2 - std::fabs(6 * h - 2), 2 - std::fabs(6 * h - 4));
  return c.cwiseMax(0).cwiseMin(1);
}

/// c'_v = sum_j w_vj c_j. c: [#joints].
template <class T>
Vec3<T> blended_colour(const std::vector<ListedWeight<T>>& w, const std::vector<Vec3<T>>& c) {
  Vec3<T> sum = Vec3<T>::Zero();
  for (const ListedWeight<T>& each : w)
    sum += each.w * c[each.j];
  return sum;
}

/// c'_v = (w_vJ, w_vJ, w_vJ)
template <class T>
Vec3<T> grey(const std::vector<ListedWeight<T>>& w, std::size_t J) {
  for (const ListedWeight<T>& each : w)
    if (each.j == J) return Vec3<T>::Constant(each.w);
  return Vec3<T>::Zero();
}

}  // namespace bindpose::binding
