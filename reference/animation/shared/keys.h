// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the keys around a time.
//
// Times are exact float32 numbers held in double, so every comparison of times is exact; arithmetic on them is done on
// the scalar.
#pragma once

#include <algorithm>

#include <fmt/format.h>

#include "reference/model/pose.h"
#include "reference/numeric/scalar.h"

namespace bindpose::animation {

/// Place of a time among the keys.
struct KeyPlace {
  std::size_t key = 0;   ///< k: the last key at or before the time; the first key for earlier times
  bool between = false;  ///< t_k < t < t_k+1
};

/// t_k: strictly increasing, at least one. NaN counts as a time before all keys.
inline KeyPlace find_key(const std::vector<double>& t_k, double t) {
  if (!(t > t_k.front())) return {0, false};
  const auto next = std::upper_bound(t_k.begin(), t_k.end(), t);
  const auto k = static_cast<std::size_t>(next - t_k.begin()) - 1;
  return {k, next != t_k.end() && t > t_k[k]};
}

/// b - a of two exact times, rounded once.
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

/// u = (t - t_k) / (t_k+1 - t_k)
template <class T>
T key_parameter(const std::vector<double>& t_k, std::size_t k, double t) {
  return elapsed<T>(t_k[k], t) / elapsed<T>(t_k[k], t_k[k + 1]);
}

/// True if times belong to a sequence that repeats after P seconds. Errors TIME_RANGE.
inline Expected<void> require_within_period(const std::vector<double>& t_k, double P) {
  if (!(P > 0)) return fail("TIME_RANGE", "period", fmt::format("{:.9g}, expected above 0", P));
  for (std::size_t k = 0; k < t_k.size(); ++k)
    if (t_k[k] < 0 || t_k[k] >= P)
      return fail("TIME_RANGE", fmt::format("times[{}]", k),
                  fmt::format("{:.9g} in a period of {:.9g}", t_k[k], P));
  return {};
}

/// A number of a key, with its uncertainty.
template <class T>
T key_number(const Track& track, std::size_t i) {
  return static_cast<T>(track.values[i]);
}
template <>
inline Tracked key_number<Tracked>(const Track& track, std::size_t i) {
  return track.uncertainty.empty() ? Tracked(track.values[i])
                                   : Tracked::uncertain(track.values[i], track.uncertainty[i]);
}

/// One row of a track's values [#width]: v_k, or with part 0, 1, 2 of a cubic track a_k, v_k, b_k.
template <class T>
std::vector<T> key_row(const Track& track, std::size_t k, std::size_t part = 1) {
  const std::size_t row = track.interpolation == Interpolation::cubicspline ? 3 * k + part : k;
  std::vector<T> v;
  for (std::size_t i = row * track.width; i < (row + 1) * track.width; ++i)
    v.push_back(key_number<T>(track, i));
  return v;
}

}  // namespace bindpose::animation
