// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/aim_constraint.h"

namespace bindpose::ik {
namespace aim_constraint_question {

Declaration declaration() {
  return {.inputs =
              constrained_arrays() +
              ArrayList{
                  real("parent_rotations", "P", "N 4", Kind::rotation(Space::world, Space::parent),
                       "rotation of the joint's parent")
                      .unit_quaternions(),
                  real("joint_translations", "p", "N 3", Kind::point(Space::world), "position of the joint")
                      .finite(),
                  real("goals", "g", "N 3", Kind::point(Space::world), "position of the source").finite(),
                  real("forwards", "a", "N 3", Kind::direction(Space::joint), "axis that aims").unit_axes()},
          .outputs = constraint_outputs(),
          .options = {}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const auto P = in.quaternions("parent_rotations"), r = in.quaternions("rest_rotations");
  const auto p = in.template rows<3>("joint_translations"), g = in.template rows<3>("goals"),
             a = in.template rows<3>("forwards");
  const std::vector<T> w = in.numbers("correction_weights");
  return constrained_rows<T>(in, [&](std::size_t n) {
    return aim_constraint<T>(P[n], r[n], a[n], difference<T>(g[n], p[n]), w[n]);
  });
}

}  // namespace aim_constraint_question

BINDPOSE_IMPLEMENT(aim_constraint)

}  // namespace bindpose::ik
