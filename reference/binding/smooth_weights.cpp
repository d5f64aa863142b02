// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/smooth_weights.h"

#include "reference/binding/shared/seams.h"
#include "reference/binding/shared/welded_vertices.h"
#include "reference/model/common_arrays.h"

namespace bindpose::binding {
namespace smooth_weights_question {

Declaration declaration() {
  return {.inputs = ArrayList{mesh_arrays()[0]} + weighted_vertex_arrays() + triangle_arrays() +
                    surface::smoothing_arrays(),
          .stages = {},
          .outputs = {joint_weights_array()},
          .options = {surface::laplacian_weights.spec(), seams.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  JointWeights<T> W = read_joint_weights(in);
  BINDPOSE_CHECK(require_weights(W));
  BINDPOSE_TRY(const Mesh mesh, read_mesh(in.arrays()));
  BINDPOSE_TRY(const auto triangles, require_triangles(in.arrays(), mesh.vertex_count()));
  const auto places =
      in.chosen(seams) == Seams::welded ? places_of(mesh.positions) : every_vertex(mesh.vertex_count());
  BINDPOSE_TRY(const auto L, surface::laplacian<T>(mesh.positions, between_places(triangles, places),
                                                   in.chosen(surface::laplacian_weights)));
  smooth_weights(L, surface::read_smoothing(in), places, W);
  return Result<T>{{{"joint_weights", {W.vertices(), W.joints}, std::move(W.w)}}, {}};
}

}  // namespace smooth_weights_question

BINDPOSE_IMPLEMENT(smooth_weights)

}  // namespace bindpose::binding
