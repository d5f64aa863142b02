// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/slerp.h"

#include "reference/animation/shared/interpolation.h"
#include "reference/model/surface.h"

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
          .options = {angle_forms.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const auto q0 = in.template rows<4>("a"), q1 = in.template rows<4>("b");
  const std::vector<T> t = in.numbers("t");
  std::vector<Vec4<T>> q;
  for (std::size_t i = 0; i < t.size(); ++i)
    q.push_back(slerp(q0[i], q1[i], t[i], in.chosen(angle_forms)));
  return Result<T>{{rotation_array<T>("values", q)}, {}};
}

}  // namespace slerp_question

BINDPOSE_IMPLEMENT(slerp)

}  // namespace bindpose::animation
