// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the input of an interpolation between rotations: from "a" to "b" at the parameters "t", row by row.
#pragma once

#include "reference/animation/shared/nearer_sign.h"
#include "reference/model/algorithm.h"
#include "reference/model/surface.h"

namespace bindpose::animation {

inline const Choice<Arc> arcs{
    .name = "arc",
    .values = {{"short", Arc::shorter}, {"as-given", Arc::as_given}},
    .meaning = "whether the sign of the second rotation is changed for the shorter arc, or kept",
    .only_declared = true};

inline ArrayList rotation_pair_arrays() {
  return {real("a", "q_0", "N 4", Kind::rotation(), "rotation at t = 0").unit_quaternions(),
          real("b", "q_1", "N 4", Kind::rotation(), "rotation at t = 1").unit_quaternions(),
          real("t", "t", "N", Kind::number(), "parameter of each row").finite().within(0, 1)};
}

inline ArrayList interpolated_rotation_arrays(const Kind& kind = Kind::rotation()) {
  return {real("values", "q", "N 4", kind, "interpolated rotation, on q_0's half of the sphere").rotations()};
}

/// The output: value(q_0, q_1, t) for every row. A rotation of length 0 has no result.
template <class T, class Value>
Result<T> answer_rotations(const Inputs<T>& in, Value value) {
  const auto q0 = in.template rows<4>("a"), q1 = in.template rows<4>("b");
  const std::vector<T> t = in.numbers("t");
  std::vector<Vec4<T>> q;
  std::vector<Undefined> undefined;
  for (std::size_t i = 0; i < t.size(); ++i) {
    q.push_back(value(q0[i], q1[i], t[i]));
    if (q.back() == Vec4<T>::Zero()) undefined.push_back({"values", i, "ZERO_ROTATION"});
  }
  return {{rotation_array<T>("values", q)}, undefined};
}

}  // namespace bindpose::animation
