// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for checks of bounds, the smallest bound of Tracked in a whole box of inputs. A proof that no error in the
// box exceeds it proves Tracked's bound at every point of the box.
//
// Formula. Tracked's own (reference/numeric/tracked.h), with the smallest |value|, m and e that they can have:
// sums, products and the operations' roundings grow with those of their operands, quotients and roots fall with
// the largest divisor and radicand, |v| + b <= the largest |v|, sqrt(v - b) <= sqrt(v). Values are kept as
// intervals; the relative error of this computation in double is less than 2^-30, which is subtracted at the end;
// `slack` is omitted.
#pragma once

#include "reference/testing/bounds/evaluate.h"

namespace bindpose::bounds {

/// [#outputs]; only for boxes without a divisor or a radicand that may be 0.
std::vector<double> least_bounds(const Trace& trace, const Box& box);

}  // namespace bindpose::bounds
