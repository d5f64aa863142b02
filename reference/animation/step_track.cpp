// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/step_track.h"

#include "reference/animation/shared/track_question.h"

namespace bindpose::animation {
namespace step_track_question {

Declaration declaration() {
  return track_declaration(Interpolation::step, {unit_keys.spec()});
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  return answer_track(in, Interpolation::step,
                      [keeps_unit = in.chosen(unit_keys)](const Track& track, double t) {
                        return step_track<T>(track, t, keeps_unit);
                      });
}

}  // namespace step_track_question

BINDPOSE_IMPLEMENT(step_track)

}  // namespace bindpose::animation
