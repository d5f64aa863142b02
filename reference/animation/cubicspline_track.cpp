// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/cubicspline_track.h"

#include "reference/animation/shared/track_question.h"

namespace bindpose::animation {

const Choice<HermiteForm> hermite_forms{
    "formulation",
    OptionSpec::Kind::formulation,
    {{"powers", HermiteForm::powers}, {"factored", HermiteForm::factored}},
    "how the polynomials are evaluated",
    2};
namespace cubicspline_track_question {

Declaration declaration() {
  return track_declaration(Interpolation::cubicspline, {hermite_forms.spec()});
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  return answer_track(in, Interpolation::cubicspline, [&](const Track& track, double t) {
    return cubicspline_track<T>(track, t, in.chosen(hermite_forms));
  });
}

}  // namespace cubicspline_track_question

BINDPOSE_IMPLEMENT(cubicspline_track)

}  // namespace bindpose::animation
