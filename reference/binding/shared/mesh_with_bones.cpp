// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/shared/mesh_with_bones.h"

#include "reference/binding/shared/skeleton_arrays.h"
#include "reference/model/common_arrays.h"

namespace bindpose::binding {

ArrayList mesh_with_bones_arrays() {
  ArrayList arrays = bare_mesh_and_skeleton_arrays() + triangle_arrays();
  arrays.front() = arrays.front().not_empty();
  return arrays;
}

}  // namespace bindpose::binding
