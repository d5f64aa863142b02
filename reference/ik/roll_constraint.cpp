// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/roll_constraint.h"

namespace bindpose::ik {
namespace roll_constraint_question {

Declaration declaration() {
  return {.inputs = source_arrays() + constrained_arrays() +
                    ArrayList{real("axes", "a", "N 3", Kind::direction(Space::joint),
                                   "axis about which the source's rotation is taken")
                                  .unit_axes()},
          .outputs = constraint_outputs(),
          .options = {}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const auto r_s = in.quaternions("source_rest_rotations"), q_s = in.quaternions("source_rotations"),
             r = in.quaternions("rest_rotations");
  const auto a = in.template rows<3>("axes");
  const std::vector<T> w = in.numbers("correction_weights");
  return constrained_rows<T>(
      in, [&](std::size_t n) { return roll_constraint(r_s[n], q_s[n], r[n], a[n], w[n]); });
}

}  // namespace roll_constraint_question

BINDPOSE_IMPLEMENT(roll_constraint)

}  // namespace bindpose::ik
