// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the end of a stage for values of several numbers: stored(), entry by entry.
#pragma once

#include "reference/core/scalar.h"
#include "reference/core/transform.h"

namespace bindpose::pose {

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

}  // namespace bindpose::pose
