// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/hierarchy/palette.h"

#include "reference/model/common_arrays.h"
#include "reference/model/surface.h"

namespace bindpose::hierarchy {
namespace palette_question {

Declaration declaration() {
  return {.inputs = world_arrays() + ArrayList{real("inverse_binds", "A_j", "J 3 4",
                                                    Kind::affine(Space::joint, Space::mesh).at_bind(),
                                                    "inverse bind matrix, rows (C | t)")
                                                   .counted()},
          .outputs = {real("palette", "M_j", "J 3 4", Kind::affine(Space::mesh, Space::mesh),
                           "skinning matrix, rows (C | t)")}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::vector<Affine<T>> W = in.affines("world"), A = in.affines("inverse_binds");
  std::vector<Affine<T>> M;
  for (std::size_t j = 0; j < W.size(); ++j)
    M.push_back(skinning_matrix(W[j], A[j]));
  return Result<T>{{to_result_array("palette", M)}, {}};
}

}  // namespace palette_question

BINDPOSE_IMPLEMENT(palette)

}  // namespace bindpose::hierarchy
