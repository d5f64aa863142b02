// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/nlerp.h"

#include "reference/animation/shared/interpolation.h"
#include "reference/model/surface.h"

namespace bindpose::animation {
namespace nlerp_question {

Declaration declaration() {
  return {.inputs = rotation_pair_arrays(), .outputs = interpolated_rotation_arrays()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const auto q0 = in.template rows<4>("a"), q1 = in.template rows<4>("b");
  const std::vector<T> t = in.numbers("t");
  std::vector<Vec4<T>> q;
  for (std::size_t i = 0; i < t.size(); ++i)
    q.push_back(nlerp(q0[i], q1[i], t[i]));
  return Result<T>{{rotation_array<T>("values", q)}, {}};
}

}  // namespace nlerp_question

BINDPOSE_IMPLEMENT(nlerp)

}  // namespace bindpose::animation
