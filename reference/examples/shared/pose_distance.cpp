// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/shared/pose_distance.h"

#include <algorithm>

namespace bindpose::examples {
namespace {

/// Contribution of two lengths that are 1 in float32 to the error of a cosine, in units u.
constexpr double unit_lengths = 8;

}  // namespace

template <>
Tracked length(const DynamicVector<Tracked>& x) {
  double squares = 0, errors = 0;
  for (const Tracked& number : x) {
    squares += number.value() * number.value();
    errors += number.error() * number.error();
  }
  if (squares == 0 && errors == 0) return {};
  const double value = std::sqrt(squares), error = std::sqrt(errors);
  const auto terms = static_cast<double>(x.size());
  const Precision& precision = Tracked::precision();
  // A product and the sums under the root; the root halves their error.
  const double rounding = ((terms + 1) / 2 + Tracked::sqrt_ulps()) * precision.unit * (value + error);
  return Tracked::uncertain(
      value, Tracked::slack * (error + rounding + std::sqrt((terms + 1) * precision.smallest)));
}

template <>
Tracked angle_of(const Tracked& y, const Tracked& x) {
  const double u = Tracked::precision().unit;
  const double size = std::hypot(y.value(), x.value()), error = std::hypot(y.error(), x.error());
  if (!(size > 2 * error)) return Tracked::uncertain(0, std::numeric_limits<double>::infinity());
  const double angle = std::atan2(y.value(), x.value());
  const double cosine = x.value() / size, off = x.error() / size + unit_lengths * u;
  const auto by_cosine = [angle](double c) { return std::fabs(std::acos(std::clamp(c, -1.0, 1.0)) - angle); };
  const double most = std::max({error / (size - error), by_cosine(cosine - off), by_cosine(cosine + off)});
  return Tracked::uncertain(angle,
                            Tracked::slack * (most + Tracked::transcendental_ulp * u * (angle + most)));
}

}  // namespace bindpose::examples
