// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: clamps numbers to 0 .. 1.
#pragma once

#include "reference/numeric/steps.h"

namespace bindpose::binding {

/// min(max(u, 0), 1): the nearest number of 0 .. 1, even if float32 cannot decide the comparisons.
template <class T>
T in_unit_range(const T& u) {
  return greater_of<T>(T(0), T(-greater_of<T>(T(-1), T(-u))));
}

}  // namespace bindpose::binding
