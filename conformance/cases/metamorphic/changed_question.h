// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a changed input, and the mapping of its output to the original input's output.
#pragma once

#include <map>

#include <Eigen/Core>

#include "reference/model/arrays.h"

namespace bindpose::conformance {

/// The old index of each new entry; empty: all entries stay.
using Order = std::vector<std::size_t>;
/// The inverse: the new index of each old entry.
Order places(const Order& order);

/// Change of a row: each vector x in it becomes L x + c.
struct RowMap {
  Eigen::MatrixXd L;
  Eigen::VectorXd c;
};
/// Maps one row. Numbers that L multiplies by 0 may be NaN.
void apply(const RowMap& map, double* row);

/// Maps an array of the second output back to the array of the first output.
struct Back {
  std::vector<Order> axes = {};  ///< orders of its first extents: index of the second array's entry
  RowMap map = {};               ///< change of its rows; empty: unchanged
};

/// Values, and bounds on how far they may be off.
struct Numbers {
  std::vector<double> values, bounds;
};
Numbers taken_back(const Back& back, const Shape& shape, const Numbers& second);

struct ChangedQuestion {
  /// The original input. If the relation needs exact unit quaternions and the input's are only
  /// nearly unit, the difference becomes their uncertainty.
  ArraySet first;
  ArraySet second;                                ///< float32-representable; the uncertainty is the rounding
  std::map<std::string, Back, std::less<>> back;  ///< by output array; other arrays are unchanged
};

/// Reorders the entries along each axis.
template <class X>
std::vector<X> permuted(const std::vector<X>& x, const Shape& shape, const std::vector<Order>& axes) {
  std::vector<X> result;
  result.reserve(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::size_t rest = i, from = 0, stride = 1;
    for (std::size_t a = shape.size(); a-- > 0; stride *= shape[a], rest /= shape[a]) {
      const std::size_t index = rest % shape[a];
      from += stride * (a < axes.size() && !axes[a].empty() ? axes[a][index] : index);
    }
    result.push_back(x[from]);
  }
  return result;
}

}  // namespace bindpose::conformance
