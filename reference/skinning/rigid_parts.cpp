// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/rigid_parts.h"

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/skinned_mesh.h"

namespace bindpose::skinning {
namespace rigid_parts_question {

Declaration declaration() {
  return {.inputs = mesh_arrays(Space::vertex_joint) + single_joint_arrays() + world_or_pose_arrays(),
          .stages = world_stages(),
          .outputs = surface_arrays(Space::world),
          .options = OptionList{rigid_normal_rules.spec(), tangent_rules.spec()} + pose_policies()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const NormalRule rule = in.chosen(rigid_normal_rules);
  const TangentRule tangents = in.chosen(tangent_rules);
  BINDPOSE_TRY(const auto q, read_skinned_mesh<Affine>(in, PaletteKind::world_transforms));
  return deform(
      q, [&](const RestVertex<T>& rest) { return rigid_parts(q.M[rest.first_joint], rest, rule, tangents); });
}

}  // namespace rigid_parts_question

BINDPOSE_IMPLEMENT(rigid_parts)

}  // namespace bindpose::skinning
