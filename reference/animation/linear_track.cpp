// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/linear_track.h"

#include "reference/animation/shared/track_question.h"

namespace bindpose::animation {

const Choice<LinearForm> linear_forms{"formulation",
                                      OptionSpec::Kind::formulation,
                                      {{"two-products", LinearForm::two_products},
                                       {"one-product", LinearForm::one_product},
                                       {"arccosine", LinearForm::arccosine}},
                                      "how numbers and rotations are interpolated",
                                      3};

const Choice<RotationInterpolation> rotation_interpolations{
    .name = "rotation_interpolation",
    .values = {{"slerp", RotationInterpolation::slerp},
               {"nlerp", RotationInterpolation::nlerp},
               {"nlerp-above-0.9995", RotationInterpolation::nlerp_above_9995},
               {"nlerp-above-0.999", RotationInterpolation::nlerp_above_999},
               {"nlerp-above-0.95", RotationInterpolation::nlerp_above_95}},
    .meaning =
        "how rotations are interpolated between linear keys; nlerp-above: nlerp if their dot product is "
        "larger",
    .only_pose = true,
    .only_declared = true};
namespace linear_track_question {

Declaration declaration() {
  return track_declaration(Interpolation::linear,
                           {rotation_interpolations.spec(), unit_keys.spec(), linear_forms.spec()});
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  return answer_track(in, Interpolation::linear, [&](const Track& track, double t) {
    return linear_track<T>(track, t, in.chosen(linear_forms), in.chosen(rotation_interpolations),
                           in.chosen(unit_keys));
  });
}

}  // namespace linear_track_question

BINDPOSE_IMPLEMENT(linear_track)

}  // namespace bindpose::animation
