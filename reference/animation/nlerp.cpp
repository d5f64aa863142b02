// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/animation/nlerp.h"

#include "reference/animation/shared/interpolation.h"

namespace bindpose::animation {
namespace nlerp_question {

Declaration declaration() {
  return {
      .inputs = rotation_pair_arrays(), .outputs = interpolated_rotation_arrays(), .options = {arcs.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  return answer_rotations(in, [arc = in.chosen(arcs)](const auto& q0, const auto& q1, const T& t) {
    return nlerp(q0, q1, t, arc);
  });
}

}  // namespace nlerp_question

BINDPOSE_IMPLEMENT(nlerp)

}  // namespace bindpose::animation
