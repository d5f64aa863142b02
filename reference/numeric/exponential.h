// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: e^x with the bound of any conforming float32 evaluation.
//
// Formula. The precision that GLSL 4.60 section 4.7.1 demands: 3 + 2 |x| ulp. An argument with the error d adds
//   |e^(x + d) - e^x| <= e^x d e^d
#pragma once

#include "reference/numeric/tracked.h"

namespace bindpose {

Tracked exp(const Tracked& x);

}  // namespace bindpose
