// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/optimised_centres_bound.h"

namespace bindpose::skinning {

template <>
Tracked twice_area(const Vec3<Tracked>& a, const Vec3<Tracked>& b, const Vec3<Tracked>& c) {
  const Vec3<Tracked> normal = Vec3<Tracked>(b - a).cross(Vec3<Tracked>(c - a));
  const auto length = [](double x, double y, double z) { return std::sqrt(x * x + y * y + z * z); };
  const double value = length(normal[0].value(), normal[1].value(), normal[2].value());
  const double error = length(normal[0].error(), normal[1].error(), normal[2].error());
  const Precision& precision = Tracked::precision();
  return Tracked::uncertain(value, error + (2 + Tracked::sqrt_ulps()) * precision.unit * (value + error) +
                                       std::sqrt(3 * precision.smallest));
}

}  // namespace bindpose::skinning
