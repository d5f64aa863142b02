// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/stitching.h"

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/skinned_mesh.h"

namespace bindpose::skinning {
namespace stitching_question {

Declaration declaration() {
  return {.inputs = mesh_arrays() + single_joint_arrays() + palette_or_pose_arrays(),
          .stages = palette_stages(),
          .outputs = surface_arrays(),
          .options = OptionList{rigid_normal_rules.spec(), tangent_rules.spec()} + pose_policies()};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const NormalRule rule = in.chosen(rigid_normal_rules);
  const TangentRule tangents = in.chosen(tangent_rules);
  BINDPOSE_TRY(const auto q, read_skinned_mesh<Affine>(in));
  return deform(
      q, [&](const RestVertex<T>& rest) { return stitching(q.M[rest.first_joint], rest, rule, tangents); });
}

}  // namespace stitching_question

BINDPOSE_IMPLEMENT(stitching)

}  // namespace bindpose::skinning
