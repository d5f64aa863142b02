// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/shared/skeleton_arrays.h"

#include "reference/model/common_arrays.h"

namespace bindpose::binding {

ArrayList bare_mesh_and_skeleton_arrays() {
  return ArrayList{mesh_arrays()[0]} + parent_arrays() +
         ArrayList{
             real("pivots", "p_j", "J 3", Kind::point(Space::mesh), "bind position of joint j").finite()};
}

Choice<Weighing> weighings(std::string_view rigid, std::string_view smooth) {
  return {.name = "weighing",
          .values = {{rigid, Weighing::rigid}, {smooth, Weighing::smooth}},
          .meaning = "whether a vertex has one joint or several"};
}

}  // namespace bindpose::binding
