// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/rigid_parts.h"

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/matrix_question.h"

namespace bindpose::skinning {
namespace {

const Declaration& declaration() {
  static const Declaration declared{
      .inputs = mesh_arrays("space of the vertex's joint, metres", "space of the vertex's joint, unit") +
                single_joint_arrays() + world_or_pose_arrays(),
      .stages = world_stages(),
      .outputs = surface_arrays("world space, metres", "world space, unit"),
      .options = {rigid_normal_rules.spec()}};
  return declared;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const RigidNormalRule rule = in.chosen(rigid_normal_rules);
  BINDPOSE_TRY(const MatrixQuestion<T> q, read_matrix_question(in, PaletteKind::world_transforms));
  return deform(q, [&](std::size_t v, const Vertex<T>& rest) {
    return rigid_parts(q.matrices[q.slots.joints[v]], rest, rule);
  });
}

}  // namespace

BINDPOSE_IMPLEMENT(rigid_parts)

}  // namespace bindpose::skinning
