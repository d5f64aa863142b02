// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a track's value at a time, by glTF 2.0's rules, and the search for the keys around it.
//
// Times are exact float32 numbers held in double, so every comparison of times is exact; arithmetic on them
// is done on the scalar. Before the first key the value is the first key's, after the last key the last
// one's.
#pragma once

#include <cstddef>
#include <vector>

#include "reference/model/pose.h"
#include "reference/numeric/scalar.h"

namespace bindpose::animation {

/// Where a time lies among the keys.
struct KeyPlace {
  std::size_t key = 0;   ///< the last key at or before the time; the first one when the time is before all
  bool between = false;  ///< strictly between this key and the next one
};

/// times: strictly increasing, at least one. A time that is not a number is before all.
KeyPlace find_key(const std::vector<double>& times, double t);

/// b - a of two exact times: one rounding in any evaluation, however near they are.
template <class T>
T elapsed(double a, double b) {
  return T(b) - T(a);
}
template <>
inline Tracked elapsed<Tracked>(double a, double b) {
  const Precision& precision = Tracked::precision();
  return Tracked::uncertain(b - a,
                            a == 0 || b == 0 ? 0 : precision.unit * std::fabs(b - a) + precision.smallest);
}

/// (t - t_k) / (t_k+1 - t_k)
template <class T>
T key_parameter(const std::vector<double>& times, std::size_t k, double t) {
  return elapsed<T>(times[k], t) / elapsed<T>(times[k], times[k + 1]);
}

/// One row of a track's values: key k's value, or with part 0, 1, 2 its in-tangent, value, out-tangent.
template <class T>
std::vector<T> key_row(const Track& track, std::size_t k, std::size_t part = 1) {
  const std::size_t row = track.interpolation == Interpolation::cubicspline ? 3 * k + part : k;
  const auto first = track.values.begin() + static_cast<std::ptrdiff_t>(row * track.width);
  std::vector<T> values;
  values.reserve(track.width);
  for (std::size_t i = 0; i < track.width; ++i)
    values.push_back(static_cast<T>(first[static_cast<std::ptrdiff_t>(i)]));
  return values;
}

/// The value of a track that validate() accepts, at any time [#width].
template <class T>
std::vector<T> sample(const Track& track, double t);

}  // namespace bindpose::animation
