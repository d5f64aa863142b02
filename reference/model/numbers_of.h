// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: vectors written as the numbers of an array.
#pragma once

#include "reference/model/arrays.h"

namespace bindpose {

/// The numbers of all rows, one row after the other.
template <class Rows>
Array::Reals numbers_of(const Rows& rows) {
  Array::Reals numbers;
  for (const auto& row : rows)
    numbers.insert(numbers.end(), row.begin(), row.end());
  return numbers;
}

}  // namespace bindpose
