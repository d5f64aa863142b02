// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: changes of an input's arrays that keep the input's kind.
#pragma once

#include "reference/model/algorithm.h"

namespace bindpose::conformance {

/// Amount of change: `size` 1 rotates by up to half a radian and moves vertices by up to 1 % of the
/// mesh. `turned` false keeps directions, for inputs that need exact directions.
struct FreshChange {
  double size = 1;
  bool turned = true;
  /// Only changes that are exact in float32: half turns about the axes, and factors that are powers
  /// of two. Parallel, opposite and zero vectors keep this property.
  bool exact = false;
};

/// Every number stays a float32, rows of NaN stay NaN, and unit quaternions stay unit.
ArraySet changed_arrays(const Algorithm& algorithm, const ArraySet& base, const FreshChange& change,
                        Random& random);

}  // namespace bindpose::conformance
