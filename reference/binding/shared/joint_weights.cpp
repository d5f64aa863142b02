// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/shared/joint_weights.h"

#include "reference/model/common_arrays.h"

namespace bindpose::binding {

ArrayDeclaration joint_count_array() {
  return integer("joint_count", "J", "1", "number of joints").within(1, 65536).counts("J");
}

ArrayList weighted_vertex_arrays() {
  return ArrayList{joint_count_array()} + influence_arrays();
}

ArrayDeclaration joint_weights_array() {
  return real("joint_weights", "w'_vj", "V J", "weight of each joint on each vertex");
}

}  // namespace bindpose::binding
