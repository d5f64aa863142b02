// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/shared/track.h"

#include <algorithm>

#include "reference/animation/cubicspline_track.h"
#include "reference/animation/linear_track.h"
#include "reference/animation/step_track.h"

namespace bindpose::animation {

KeyPlace find_key(const std::vector<double>& times, double t) {
  if (!(t > times.front())) return {0, false};
  const auto next = std::upper_bound(times.begin(), times.end(), t);
  const auto key = static_cast<std::size_t>(next - times.begin()) - 1;
  return {key, next != times.end() && t > times[key]};
}

template <class T>
std::vector<T> sample(const Track& track, double t) {
  switch (track.interpolation) {
    case Interpolation::step:
      return step_value<T>(track, t);
    case Interpolation::linear:
      return linear_value<T>(track, t);
    case Interpolation::cubicspline:
      return cubicspline_value<T>(track, t);
  }
  return {};
}

#define BINDPOSE_INSTANTIATE(T) template std::vector<T> sample(const Track&, double);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::animation
