// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: weights of least squares without one of their constraints.
#pragma once

#include "reference/numeric/linear_system.h"

namespace bindpose::conformance {

using Columns = DynamicMatrix<double>;
using Column = DynamicVector<double>;

/// Not negative, whatever they sum to; the best of all subsets of a few columns.
Column not_negative(const Columns& A, const Column& b);
/// Summing to 1, whatever their sign.
Column affine_weights(const Columns& A, const Column& b);
/// Divided by their sum; all equal where that is not above 0.
Column sum_made_1(const Column& w);

}  // namespace bindpose::conformance
