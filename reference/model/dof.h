// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a degree of freedom - one adjustable number between two limits.
//
// The same class serves the angles and slides of a joint and the weights of morph targets. The caller decides what
// the number changes.
#pragma once

#include <limits>

#include "reference/model/arrays.h"

namespace bindpose {

struct Dof {
  double value = 0;                                         ///< radians, metres, or a share of a morph target
  double lower = -std::numeric_limits<double>::infinity();  ///< least value allowed; infinite: no limit
  double upper = std::numeric_limits<double>::infinity();   ///< greatest value allowed
};

/// How to treat a value beyond its limits.
enum class LimitRule {
  clamp,   ///< use the limit
  reject,  ///< return an error
};

/// The DOF's value within its limits. Errors with the i'th element of `<name>_values` or `<name>_limits`:
/// NOT_FINITE (a value that is infinite or not a number, a limit that is not a number), PARAMETER_RANGE (a
/// lower limit above the upper one; with `reject`, a value beyond its limits).
Expected<double> limited_value(const Dof& dof, LimitRule rule, std::string_view name, std::size_t i);

/// The arrays `<name>_values` [N] and `<name>_limits` [N, 2]. Errors ARRAY_MISSING, ARRAY_TYPE, ARRAY_SHAPE.
Expected<std::vector<Dof>> read_dofs(const ArraySet& question, std::string_view name);
void add_dofs(ArraySet& question, std::string_view name, const std::vector<Dof>& dofs);

}  // namespace bindpose
