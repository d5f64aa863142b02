// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: rounding to float32, for all inputs; and infinity, the bound of undecided numbers.
#pragma once

#include <limits>

namespace bindpose {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// The nearest float32, held in double.
double to_float32(double x);

}  // namespace bindpose
