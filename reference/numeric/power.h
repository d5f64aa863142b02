// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: x^p for x above 0, with the bound of any conforming float32 evaluation.
//
// Formula. A subject's power is 2^(p log2 x). Its errors in ulp: exp2 3 + 2 |p log2 x|, log2 3; for x within 1/2
// .. 2, log2 has an absolute error of at most 2^-21. p and the product are rounded. x's own error e adds p (x +-
// e)^(p - 1) e. Source. Khronos Group, Vulkan 1.3 specification, precision of GLSL.std.450 instructions.
#pragma once

#include "reference/numeric/tracked.h"

namespace bindpose {

template <class T>
T power(const T& x, const T& p) {
  using std::exp, std::log;
  return exp(T(p * log(x)));
}
Tracked power(const Tracked& x, const Tracked& p);

}  // namespace bindpose
