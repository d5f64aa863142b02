// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/surface.h"

namespace bindpose {
namespace {

/// The square of a number of this length is 16 / u times the smallest normal number. Flushing three such
/// squares, or smaller parts of their sum, therefore changes their root by at most 3 / 32 u.
double shortest_length() {
  const Precision& precision = Tracked::precision();
  return std::sqrt(16 * precision.smallest / precision.unit);
}

}  // namespace

void leave_undecided(Vec3<Tracked>& numbers) {
  for (Tracked& number : numbers)
    number = Tracked::uncertain(number.value(), infinity);
}

bool is_too_short(const Tracked& length) {
  return Tracked::precision().unit == Precision::float32().unit &&
         !(length.value() - length.error() >= shortest_length());
}

// For an exact d, all numbers of d / |d| and |d / |d|| have the same relative error. It does not depend on the
// error of d, which only changes the direction.
double unit_length_bound() {
  Vec3<Tracked> d = Vec3<Tracked>::Constant(Tracked(1));
  static_cast<void>(normalize(d));
  return d[0].error() / d[0].value() + 3.0 / 32 * Tracked::precision().unit;
}

}  // namespace bindpose
