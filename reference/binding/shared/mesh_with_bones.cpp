// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/shared/mesh_with_bones.h"

#include "reference/model/common_arrays.h"

namespace bindpose::binding {

ArrayList mesh_with_bones_arrays() {
  return ArrayList{real("positions", "x", "V 3")
                       .in("mesh space, metres")
                       .means("position at rest")
                       .not_empty()
                       .finite()} +
         triangle_arrays() + skeleton_arrays();
}

}  // namespace bindpose::binding
