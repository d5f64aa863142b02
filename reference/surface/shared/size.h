// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: sizes of numbers, to compare with the rounding errors of a sum that should be zero.
#pragma once

#include "reference/numeric/conditioned.h"
#include "reference/numeric/scalar.h"

namespace bindpose::surface {

/// In double, relative to the sizes of the terms.
constexpr double nothing_left = 0x1p-40;

/// |d| of a vector, |A|_F of a matrix, in double.
template <class T, int rows, int columns>
double size_of(const Eigen::Matrix<T, rows, columns>& A) {
  std::array<double, static_cast<std::size_t>(rows * columns)> numbers;
  for (int i = 0; i < rows * columns; ++i)
    numbers[static_cast<std::size_t>(i)] = to_double(A(i / columns, i % columns));
  return euclidean(numbers);
}

}  // namespace bindpose::surface
