// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how a matrix that stretches carries a normal.
#pragma once

#include "reference/numeric/scalar.h"
#include "reference/numeric/transform.h"

namespace bindpose::skinning {

/// y = sign(det B) cof(B) n, a positive multiple of B^-T n; false, and a zero direction, where B is singular.
template <class T>
bool inverse_transpose_of(const Mat3<T>& B, const Vec3<T>& n, Vec3<T>& y) {
  const T det = determinant(B);
  y = cofactor(B) * n;
  if (det < T(0)) y = -y;
  if (det == T(0)) y = Vec3<T>::Zero();
  return det != T(0);
}

}  // namespace bindpose::skinning
