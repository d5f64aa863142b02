// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/rotation_constraint.h"

namespace bindpose::ik {
namespace rotation_constraint_question {

Declaration declaration() {
  return {.inputs = source_arrays() + constrained_arrays(), .outputs = constraint_outputs(), .options = {}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const auto r_s = in.quaternions("source_rest_rotations"), q_s = in.quaternions("source_rotations"),
             r = in.quaternions("rest_rotations");
  const std::vector<T> w = in.numbers("correction_weights");
  return constrained_rows<T>(
      in, [&](std::size_t n) -> Constrained<T> { return {rotation_constraint(r_s[n], q_s[n], r[n], w[n])}; });
}

}  // namespace rotation_constraint_question

BINDPOSE_IMPLEMENT(rotation_constraint)

}  // namespace bindpose::ik
