// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/float32.h"

namespace bindpose {

double to_float32(double x) {
  // volatile, because gcc 12 drops the pair of conversions when it vectorises two neighbouring doubles (-O2
  // and up); link-time optimisation could bring this function there.
  const volatile float nearest = static_cast<float>(x);
  return static_cast<double>(nearest);
}

}  // namespace bindpose
