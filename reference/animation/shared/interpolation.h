// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the input of an interpolation between rotations: from "a" to "b" at the parameters "t", row by row.
#pragma once

#include "reference/model/declaration.h"

namespace bindpose::animation {

inline ArrayList rotation_pair_arrays() {
  return {real("a", "q_0", "N 4", Kind::rotation(), "rotation at t = 0").unit_quaternions(),
          real("b", "q_1", "N 4", Kind::rotation(), "rotation at t = 1").unit_quaternions(),
          real("t", "t", "N", Kind::number(), "parameter of each row").finite().within(0, 1)};
}

inline ArrayList interpolated_rotation_arrays(const Kind& kind = Kind::rotation()) {
  return {real("values", "q", "N 4", kind, "the rotation between, on q_0's half of the sphere").rotations()};
}

}  // namespace bindpose::animation
