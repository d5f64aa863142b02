// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/shared/weighted_distance.h"

#include <algorithm>

namespace bindpose::examples {

template <>
Tracked root_of(const Tracked& s) {
  const double e = s.error();
  if (s.value() == 0 && e == 0) return {};
  const double value = std::sqrt(std::max(s.value(), 0.0)), least = std::sqrt(std::max(s.value() - e, 0.0));
  const double error = value + least > 0 ? std::min(e / (value + least), std::sqrt(e)) : std::sqrt(e);
  const double rounding = Tracked::sqrt_ulps() * Tracked::precision().unit * (value + error);
  return Tracked::uncertain(value,
                            Tracked::slack * (error + rounding + std::sqrt(Tracked::precision().smallest)));
}

}  // namespace bindpose::examples
