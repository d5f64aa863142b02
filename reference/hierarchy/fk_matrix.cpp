// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/fk_matrix.h"

#include "reference/hierarchy/shared/world.h"
#include "reference/model/common_arrays.h"
#include "reference/model/surface.h"

namespace bindpose::hierarchy {
namespace fk_matrix_question {

Declaration declaration() {
  return {.inputs = parent_arrays() + local_arrays(), .outputs = world_arrays(), .options = joint_policies()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(const std::vector<Affine<T>> W, fk_matrix<T>(in, in.locals()));
  return Result<T>{{to_result_array("world", W)}, {}};
}

}  // namespace fk_matrix_question

BINDPOSE_IMPLEMENT(fk_matrix)

}  // namespace bindpose::hierarchy
