// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/step_track.h"

#include <cassert>

#include "reference/animation/shared/track.h"
#include "reference/animation/shared/track_question.h"
#include "reference/numeric/scalar.h"

namespace bindpose::animation {

template <class T>
std::vector<T> step_value(const Track& track, double t) {
  return key_row<T>(track, find_key(track.times, t).key);
}

template <class T>
Expected<std::vector<T>> step_track(const Track& track, double t) {
  assert(track.interpolation == Interpolation::step);
  if (auto ok = validate(track); !ok) return tl::unexpected(ok.error());
  return step_value<T>(track, t);
}

namespace {

struct StepTrack {
  template <class T>
  Expected<Result<T>> operator()(const ArraySet& question, const Options&) const {
    return answer_track<T>(question, Interpolation::step,
                           [](const Track& track, double t) { return step_value<T>(track, t); });
  }
};

}  // namespace

Implementation step_track_implementation() {
  return implement<StepTrack>({});
}

#define BINDPOSE_INSTANTIATE(T)                                       \
  template Expected<std::vector<T>> step_track(const Track&, double); \
  template std::vector<T> step_value(const Track&, double);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::animation
