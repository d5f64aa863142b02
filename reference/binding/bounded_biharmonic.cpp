// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/bounded_biharmonic.h"

#include <fmt/format.h>

#include "reference/binding/shared/mesh_with_bones.h"
#include "reference/binding/shared/weight_matrix.h"

namespace bindpose::binding {
namespace bounded_biharmonic_question {

Declaration declaration() {
  return {.inputs = mesh_with_bones_arrays() +
                    ArrayList{real("reach", "f", "1",
                                   "how much farther than the nearest vertex a handle reaches; default 1/4")
                                  .optional()
                                  .finite()
                                  .non_negative()},
          .stages = {},
          .outputs = {joint_weights_array()},
          .options = {}};
}

/// Divides every row by its sum. Error NO_WEIGHTS if the sum is 0.
template <class T>
Expected<DynamicMatrix<T>> normalised(DynamicMatrix<T> W) {
  for (Eigen::Index v = 0; v < W.rows(); ++v) {
    T sum(0);
    for (Eigen::Index j = 0; j < W.cols(); ++j)
      sum += W(v, j);
    if (!(to_double(sum) > 0))
      return fail("NO_WEIGHTS", fmt::format("positions[{}]", v), "all joints' weights are 0 there");
    W.row(v) /= stored(sum);
  }
  return W;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::uint64_t open = Branches::current().undecided;
  BINDPOSE_TRY(const auto q, read_mesh_with_bones(in));
  const T f = in.has("reach") ? in.number("reach") : T(0.25);
  Handles<T> handles = handles_of<T>(q.x, q.bones, f);
  BINDPOSE_CHECK(require_on_every_island<T>(q, handles.is_fixed, "no vertex of this part is a handle"));
  hold_copies(q, handles.is_fixed);
  const SparseMatrix<T> Q = biharmonic<T>(q.L, vertex_areas<T>(q.x, q.triangles));
  DynamicMatrix<T> W = handles.p;
  for (Eigen::Index j = 0; j < W.cols(); ++j)
    W.col(j) = bounded_weights<T>(Q, handles, j);
  BINDPOSE_TRY(W, normalised<T>(for_all_copies(q, std::move(W))));
  return joint_weights_result<T>(W, open);
}

}  // namespace bounded_biharmonic_question

BINDPOSE_IMPLEMENT(bounded_biharmonic)

}  // namespace bindpose::binding
