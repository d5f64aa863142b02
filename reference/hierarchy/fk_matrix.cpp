// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/fk_matrix.h"

#include "reference/model/common_arrays.h"
#include "reference/model/surface.h"

namespace bindpose::hierarchy {
namespace {

const Declaration& declaration() {
  static const Declaration declared{.inputs = parent_arrays() + local_arrays(), .outputs = world_arrays()};
  return declared;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::vector<Affine<T>> L = local_transforms(in.locals());
  return Result<T>{{to_result_array("world", world_transforms(in.integers("parents"), L))}, {}};
}

}  // namespace

BINDPOSE_IMPLEMENT(fk_matrix)

}  // namespace bindpose::hierarchy
