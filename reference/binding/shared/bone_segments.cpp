// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/shared/bone_segments.h"

#include "reference/model/common_arrays.h"

namespace bindpose::binding {

ArrayList skeleton_arrays() {
  return parent_arrays() + ArrayList{real("pivots", "c_j", "J 3")
                                         .in("mesh space, metres")
                                         .means("where joint j turns, at bind time")
                                         .finite()};
}

}  // namespace bindpose::binding
