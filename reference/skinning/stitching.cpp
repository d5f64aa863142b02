// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/stitching.h"

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/matrix_question.h"

namespace bindpose::skinning {
namespace {

const Declaration& declaration() {
  static const Declaration declared{
      .inputs = mesh_arrays() + single_joint_arrays() + palette_or_pose_arrays(),
      .stages = palette_stages(),
      .outputs = surface_arrays(),
      .options = {rigid_normal_rules.spec()}};
  return declared;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const RigidNormalRule rule = in.chosen(rigid_normal_rules);
  BINDPOSE_TRY(const MatrixQuestion<T> q, read_matrix_question(in));
  return deform(q, [&](std::size_t v, const Vertex<T>& rest) {
    return stitching(q.matrices[q.slots.joints[v]], rest, rule);
  });
}

}  // namespace

BINDPOSE_IMPLEMENT(stitching)

}  // namespace bindpose::skinning
