// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/pose/step_track.h"

#include <cassert>

#include "reference/core/scalar.h"
#include "reference/pose/track.h"
#include "reference/pose/track_question.h"

namespace bindpose::pose {

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

ArraySet sample_question(std::size_t size, Random& random) {
  return sample_track(Interpolation::step, size, random);
}

}  // namespace

Implementation step_track_implementation() {
  return implement<StepTrack>({}, &sample_question);
}

#define BINDPOSE_INSTANTIATE(T)                                       \
  template Expected<std::vector<T>> step_track(const Track&, double); \
  template std::vector<T> step_value(const Track&, double);
BINDPOSE_FOR_EACH_SCALAR(BINDPOSE_INSTANTIATE)
#undef BINDPOSE_INSTANTIATE

}  // namespace bindpose::pose
