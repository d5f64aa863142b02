// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/bones.h"

namespace bindpose::skinning {

ArrayDeclaration bone_heads() {
  return real("bone_heads", "a_j", "J 3", Kind::point(Space::mesh),
              "start of joint j's bone at bind time: the joint's own bind position");
}

ArrayDeclaration bone_tails() {
  return real("bone_tails", "b_j", "J 3", Kind::point(Space::mesh), "end of joint j's bone at bind time");
}

ArrayDeclaration endpoint_weights() {
  return real("endpoint_weights", "e_i", "V K",
              "position of the vertex along the slot's bone, 0 head .. 1 tail; used as given, also outside 0 "
              ".. 1")
      .finite()
      .where("weights");
}

}  // namespace bindpose::skinning
