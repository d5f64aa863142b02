// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/exponential.h"

namespace bindpose {

Tracked exp(const Tracked& x) {
  const Precision& precision = Tracked::precision();
  const double value = std::exp(x.value()), d = x.error();
  const double propagated = value * d * std::exp(d);
  const double ulps = 3 + 2 * (std::fabs(x.value()) + d);
  return Tracked::uncertain(
      value,
      Tracked::slack * (propagated + ulps * precision.unit * (value + propagated) + precision.smallest));
}

}  // namespace bindpose
