// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an output of weights from a system of equations.
#pragma once

#include <algorithm>

#include "reference/binding/shared/joint_weights.h"
#include "reference/numeric/linear_system.h"

namespace bindpose::binding {

/// W [#vertices, #joints]. open: the number of open comparisons before the first of W.
template <class T>
Result<T> joint_weights_result(const DynamicMatrix<T>& W, std::uint64_t open) {
  ResultArray<T> array{
      "joint_weights", {static_cast<std::size_t>(W.rows()), static_cast<std::size_t>(W.cols())}, {}};
  for (Eigen::Index v = 0; v < W.rows(); ++v)
    for (Eigen::Index j = 0; j < W.cols(); ++j)
      array.values.push_back(W(v, j));
  leave_row_undecided_since(open, std::span<T>(array.values));
  return {{std::move(array)}, {}};
}

}  // namespace bindpose::binding
