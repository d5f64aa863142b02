// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/slerp.h"

#include "reference/animation/shared/close_rotations.h"
#include "reference/animation/shared/interpolation.h"

namespace bindpose::animation {

const Choice<AngleForm> angle_forms{
    "formulation",
    OptionSpec::Kind::formulation,
    {{"half-angle", AngleForm::half_angle}, {"arccosine", AngleForm::arccosine}},
    "how the angle is computed",
    2};
namespace slerp_question {

Declaration declaration() {
  return {.inputs = rotation_pair_arrays(),
          .outputs = interpolated_rotation_arrays(Kind::rotation().said("quaternion (x, y, z, w)")),
          .options = {arcs.spec(), close_rotations.spec(), angle_forms.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const double most = in.chosen(close_rotations);
  const AngleForm form = in.chosen(angle_forms);
  return answer_rotations(in, [&, arc = in.chosen(arcs)](const auto& q0, const auto& q1, const T& t) {
    return are_closer(q0, q1, most, arc) ? nlerp(q0, q1, t) : slerp(q0, q1, t, form, arc);
  });
}

}  // namespace slerp_question

BINDPOSE_IMPLEMENT(slerp)

}  // namespace bindpose::animation
