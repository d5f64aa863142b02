// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/pose.h"

#include <fmt/format.h>

#include "reference/model/checks.h"

namespace bindpose {
Expected<void> validate(const Track& track) {
  const std::size_t keys = track.key_count();
  const std::size_t blocks = track.interpolation == Interpolation::cubicspline ? 3 : 1;
  if (keys == 0) return fail("COUNT_MISMATCH", "times", "no keys, expected at least one");
  if (track.width == 0 || (track.rotation && track.width != 4))
    return fail("COUNT_MISMATCH", "values", fmt::format("{} numbers per value", track.width));
  if (track.values.size() != keys * blocks * track.width)
    return fail("COUNT_MISMATCH", "values",
                fmt::format("{} numbers, expected {}", track.values.size(), keys * blocks * track.width));
  for (std::size_t k = 0; k < keys; ++k) {
    if (!std::isfinite(track.times[k]))
      return fail("NOT_FINITE", fmt::format("times[{}]", k), "expected a finite time");
    if (k > 0 && !(track.times[k] > track.times[k - 1]))
      return fail("TIME_ORDER", fmt::format("times[{}]", k), "expected a time after the previous key");
  }
  for (std::size_t i = 0; i < track.values.size(); ++i)
    if (!std::isfinite(track.values[i]))
      return fail("NOT_FINITE", fmt::format("values[{}]", i), "expected a finite number");
  for (std::size_t k = 0; track.rotation && k < keys; ++k) {
    const double length = length_of(Vec4<double>(&track.values[(blocks * k + blocks / 2) * 4]));
    if (!(std::fabs(length - 1) <= unit_tolerance))
      return fail("NOT_UNIT", fmt::format("values[{}]", k), fmt::format("a quaternion of length {}", length));
  }
  return {};
}

}  // namespace bindpose
