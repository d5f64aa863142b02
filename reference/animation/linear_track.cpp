// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/linear_track.h"

#include "reference/animation/shared/track_question.h"

namespace bindpose::animation {
namespace linear_track_question {

const Declaration& declaration() {
  static const Declaration declared =
      track_declaration(Interpolation::linear, {rotation_interpolations.spec(), linear_forms.spec()});
  return declared;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  return answer_track(in, Interpolation::linear, [&](const Track& track, double t) {
    return linear_track<T>(track, t, in.chosen(linear_forms), in.chosen(rotation_interpolations));
  });
}

}  // namespace linear_track_question

BINDPOSE_IMPLEMENT(linear_track)

}  // namespace bindpose::animation
