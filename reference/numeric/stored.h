// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the end of a stage for values of several numbers: stored() for each entry, and the common bound of all
// their errors.
#pragma once

#include "reference/numeric/scalar.h"
#include "reference/numeric/transform.h"

namespace bindpose {

template <class T, int rows, int columns>
Eigen::Matrix<T, rows, columns> stored_entries(const Eigen::Matrix<T, rows, columns>& x) {
  return x.unaryExpr([](const T& entry) -> T { return stored(entry); });
}

template <class T>
Affine<T> stored_entries(const Affine<T>& x) {
  return {stored_entries(x.linear), stored_entries(x.translation)};
}

template <class T>
Quat<T> stored_entries(const Quat<T>& x) {
  return quaternion_xyzw<T>(stored(x.x()), stored(x.y()), stored(x.z()), stored(x.w()));
}

/// Uses `error` as the bound of a stored number if it is smaller; no effect for scalars without bounds.
template <class T>
void tighten(T&, double) {}
inline void tighten(Tracked& x, double error) {
  if (error < x.error()) x = Tracked::uncertain(x.value(), error);
}

template <class T, int rows, int columns>
void tighten_entries(Eigen::Matrix<T, rows, columns>& x, double error) {
  for (Eigen::Index i = 0; i < x.size(); ++i)
    tighten(x(i), error);
}

/// Euclidean length of the bounds of all entries; 0 for scalars without bounds.
template <class T, int rows, int columns>
double error_length(const Eigen::Matrix<T, rows, columns>&) {
  return 0;
}
template <int rows, int columns>
double error_length(const Eigen::Matrix<Tracked, rows, columns>& x) {
  double squared = 0;
  for (Eigen::Index i = 0; i < x.size(); ++i)
    squared += x(i).error() * x(i).error();
  return std::sqrt(squared);
}

}  // namespace bindpose
