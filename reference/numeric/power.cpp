// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/power.h"

#include <algorithm>
#include <numbers>

namespace bindpose {

Tracked power(const Tracked& x, const Tracked& p) {
  const double v = x.value(), e = x.error(), u = Tracked::precision().unit, exponent = p.value();
  if (!(v - e > 0))
    return Tracked::uncertain(v > 0 ? std::pow(v, exponent) : 0, std::numeric_limits<double>::infinity());
  const double steepest = std::max(std::pow(v - e, exponent - 1), std::pow(v + e, exponent - 1));
  const double propagated = exponent * steepest * e;
  const double octaves = std::fabs(std::log2(v)), log_error = std::max(3 * u * octaves, 0x1p-21);
  const double product_error = exponent * (log_error + 2 * u * octaves);
  const double relative = std::numbers::ln2 * product_error + (3 + 2 * exponent * octaves) * u;
  const double value = std::pow(v, exponent);
  return Tracked::uncertain(value, propagated + relative * Tracked::slack * (value + propagated));
}

}  // namespace bindpose
